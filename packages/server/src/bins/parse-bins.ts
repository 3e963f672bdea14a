import { CARD_BRANDS, CARD_KINDS, type CardBrand, type CardKind } from '@titular/contract';
import { paddedRange } from './brand-ranges.ts';

/** A range of BINs of 8 digits, with what is known of its cards. */
export type BinRange = { from: number; to: number; brand: CardBrand; kind: CardKind | undefined };

/** A line that is not taken, by its number in the file, and why. */
export type LineProblem = { line: number; reason: string };

/** Either the ranges in their order, or what is wrong. */
export type ParsedBins =
  | { kind: 'ranges'; ranges: BinRange[] }
  | { kind: 'refused'; problems: LineProblem[]; more: number };

/** First line of a file. */
export const BIN_HEADER = 'from,to,brand,kind';

/** Most lines of a file. */
const MAX_BIN_LINES = 500_000;

/** Most problems that are named. */
const MAX_NAMED = 20;

type ParsedLine = { line: number; range: BinRange } | LineProblem;

const DIGITS = /^[0-9]{6,8}$/;

function parseLine(text: string, line: number): ParsedLine {
  const fields = text.split(',').map((field) => field.trim());
  const [from = '', to = '', brandWord = '', kindWord = ''] = fields;
  if (fields.length !== 4) return { line, reason: `has ${fields.length} fields instead of 4` };
  // What is too long may be the number of a card, and is not repeated.
  if (from.length > 8 || to.length > 8)
    return { line, reason: 'has more than 8 digits: a BIN is never a card number' };
  if (!DIGITS.test(from)) return { line, reason: 'from is not 6 to 8 digits' };
  if (!DIGITS.test(to)) return { line, reason: 'to is not 6 to 8 digits' };
  if (from.length !== to.length) return { line, reason: 'from and to have different lengths' };
  if (from > to) return { line, reason: 'from is greater than to' };
  const brand = CARD_BRANDS.find((one) => one === brandWord.toLowerCase());
  if (!brand) return { line, reason: `brand is not one of ${CARD_BRANDS.join(', ')}` };
  const kind = CARD_KINDS.find((one) => one === kindWord.toLowerCase());
  if (!kind && kindWord !== '')
    return { line, reason: `kind is not one of ${CARD_KINDS.join(', ')}, or empty` };
  return { line, range: { ...paddedRange(from, to), brand, kind } };
}

/** Ranges that overlap, by their lines; the later line is the one that is named. */
function findOverlaps(parsed: readonly { line: number; range: BinRange }[]): LineProblem[] {
  const sorted = [...parsed].sort((one, other) => one.range.from - other.range.from || one.line - other.line);
  let widest = sorted[0];
  return sorted.slice(1).flatMap((one) => {
    const before = widest;
    if (!before || one.range.to > before.range.to) widest = one;
    if (!before || one.range.from > before.range.to) return [];
    const [line, other] = [Math.max(one.line, before.line), Math.min(one.line, before.line)];
    return [{ line, reason: `overlaps with line ${other}` }];
  });
}

const refused = (problems: readonly LineProblem[]): ParsedBins => {
  const sorted = [...problems].sort((one, other) => one.line - other.line);
  return {
    kind: 'refused',
    problems: sorted.slice(0, MAX_NAMED),
    more: Math.max(0, sorted.length - MAX_NAMED),
  };
};

/** Reads a file of ranges; one line that is wrong refuses all of it. */
export function parseBins(text: string): ParsedBins {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines[0]?.replaceAll(' ', '').toLowerCase() !== BIN_HEADER)
    return refused([{ line: 1, reason: `is not ${BIN_HEADER}` }]);
  if (lines.length > MAX_BIN_LINES)
    return refused([{ line: MAX_BIN_LINES, reason: `is the last that a file may have` }]);
  const parsed = lines.flatMap((line, index) =>
    index === 0 || line.trim() === '' ? [] : [parseLine(line, index + 1)],
  );
  const good = parsed.flatMap((one) => ('range' in one ? [one] : []));
  const problems = [...parsed.flatMap((one) => ('range' in one ? [] : [one])), ...findOverlaps(good)];
  if (problems.length > 0) return refused(problems);
  return { kind: 'ranges', ranges: good.map(({ range }) => range) };
}
