/** Has spreadsheets read UTF-8, which some take for the code page of their machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** With these signs, in their wide and small forms too, a spreadsheet takes a cell for a formula. */
const SIGNS = String.raw`[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`;
const FORMULA = new RegExp(String.raw`^[\s"]*${SIGNS}`);
const UNSEEN = /^[\t\r\n]/;
/** Where lists are parted by semicolons, a spreadsheet begins a cell in the middle of another, and reads no quotes or spaces before a formula. */
const AFTER_SEPARATOR = new RegExp(String.raw`([;\t\r\n][\s"']*)(?=${SIGNS})`, 'g');

const NEEDS_QUOTES = /[",;\t\r\n']|^\s|\s$/;

/** Makes a text one that no spreadsheet runs: an apostrophe stands before what would begin a formula (R98). */
export function toHarmless(text: string): string {
  const inner = text.replace(AFTER_SEPARATOR, "$1'");
  return FORMULA.test(inner) || UNSEEN.test(inner) ? `'${inner}` : inner;
}

function toCell(value: string | number | boolean | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = toHarmless(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells of one line. */
export type Cells = readonly (string | number | boolean | undefined)[];

/** Writes lines as RFC 4180 has them. */
export const toLines = (rows: readonly Cells[]): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

/** Writes the line of the columns, with which a file begins. */
export const toHead = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${toLines([columns])}`;
