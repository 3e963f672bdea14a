import type { CommandResult, Line, Shown } from './command.ts';

type Whole = Exclude<CommandResult, { kind: 'lines' }>;

const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const textOf = (value: NonNullable<Shown>): string => {
  if (Array.isArray(value)) return value.join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** One value for people: times in UTC to the second, nothing as a dash, and no control that could move the cursor. */
export function formatValue(value: Shown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (value instanceof Date) return `${value.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = textOf(value);
  return text.replace(CONTROLS, (sign) => (sign === '\n' ? '\n' : ' '));
}

const widthOf = (text: string): number => [...text].length;
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

const headingOf = (column: string): string => column.replace(/(?<=[a-z])[A-Z]/g, ' $&').toUpperCase();

/** Rows as a table for people. */
export function formatRows(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Shown>>[],
): string {
  const cells = rows.map((row) => columns.map((column) => formatValue(row[column])));
  const lines = [columns.map(headingOf), ...cells];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One thing as names and values for people. */
export function formatRecord(record: Readonly<Record<string, Shown>>): string {
  const width = Math.max(...Object.keys(record).map(widthOf));
  return Object.entries(record)
    .map(([name, value]) => {
      const text = formatValue(value);
      return text.includes('\n') ? `${name}\n${text.trimEnd()}` : `${pad(name, width)}  ${text}`;
    })
    .join('\n');
}

/** Breaks a text at spaces into lines of at most `width` characters, each behind `indent`; a longer word has a line of its own. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}

/** The result for a person. */
export function formatForPeople(result: Whole): string {
  if (result.kind === 'report') return result.text;
  if (result.kind === 'rows' && result.text !== undefined) return result.text;
  const isEmpty = result.kind === 'rows' && result.rows.length === 0;
  const body =
    result.kind === 'record'
      ? formatRecord(result.record)
      : isEmpty
        ? 'None.'
        : formatRows(result.columns, result.rows);
  return result.note === undefined ? body : `${body}\n\n${result.note}`;
}

const whole = (row: Readonly<Record<string, Shown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null]));

/** One line of what goes on, for a script an object. */
export const formatLine = ({ text, record }: Line, json: boolean): string =>
  json ? JSON.stringify(Array.isArray(record) ? record : whole(record)) : text;

/** The result for a script: an object, or a list of objects; what there is none of is null. */
export function formatForScripts(result: Whole): string {
  const value = result.kind === 'rows' ? result.rows.map(whole) : whole(result.record);
  return JSON.stringify(value, null, 2);
}
