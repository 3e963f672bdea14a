import { LINE_BREAK, toSigns } from './latin.ts';

/** The width of what one character is drawn as. */
export type WidthOf = (drawn: string) => number;

/** How much of a text is drawn at most. */
export type TextBounds = { width: number; signs: number; lines: number };

/** Lines as they are drawn, and how many characters of the text are not in them. */
export type WrappedText = { lines: string[]; leftOut: number };

/** One line from a character on; it breaks at the last space of its second half, and within a word where there is none. */
function nextLine(
  signs: readonly string[],
  from: number,
  widthOf: WidthOf,
  width: number,
): { line: string; next: number } {
  let used = 0;
  let space = -1;
  for (let at = from; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (sign === LINE_BREAK) return { line: signs.slice(from, at).join(''), next: at + 1 };
    used += widthOf(sign);
    if (used > width && at > from) {
      if (sign === ' ') return { line: signs.slice(from, at).join(''), next: at + 1 };
      return space < 0
        ? { line: signs.slice(from, at).join(''), next: at }
        : { line: signs.slice(from, space).join(''), next: space + 1 };
    }
    if (sign === ' ' && used > width / 2) space = at;
  }
  return { line: signs.slice(from).join(''), next: signs.length };
}

/** Breaks a text into lines. What is beyond the bounds is counted: no line is drawn in part, and no character is. */
export function wrapText(text: string, widthOf: WidthOf, bounds: TextBounds): WrappedText {
  const signs = toSigns(text.replaceAll('\t', ' '));
  const lines: string[] = [];
  let drawn = 0;
  let from = 0;
  while (from < signs.length && lines.length < bounds.lines) {
    const { line, next } = nextLine(signs, from, widthOf, bounds.width);
    drawn += line.length;
    if (drawn > bounds.signs) break;
    lines.push(line);
    from = next;
  }
  return { lines, leftOut: signs.length - from };
}
