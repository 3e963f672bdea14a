import { setImmediate as nextTurn } from 'node:timers/promises';
import { type WidthOf, wrapText } from './wrap-text.ts';

/** A part of a case file: lines of a name and a value each, in the order in which they are drawn. */
export type CaseFileSection = {
  title: string;
  lines: readonly (readonly [name: string, value: string])[];
  /** Sentences that are drawn whatever is left out. */
  told?: readonly string[];
  /** Whether the last lines are the ones to keep: what is left out is told before them. */
  keepsLast?: true;
};

/** How a file says what is not in it, in its language. */
export type LeftOutWords = {
  /** Characters of a value. */
  characters(count: number): string;
  /** Lines of a section. */
  lines(count: number): string;
};

/** A line as it is drawn: each part in rows. */
export type FittedLine = { name: string[]; value: string[] };

/** A section as it is drawn. */
export type FittedSection = { title: string; lines: FittedLine[]; told: string[]; toldFirst: boolean };

/** What measuring needs: how wide characters of names and values are, and how wide a row of each may be. */
export type Rulers = Readonly<Record<'name' | 'value', { widthOf: WidthOf; width: number }>>;

/** All that a file draws of its sections. */
const MAX_FILE = { signs: 60_000, rows: 1_500 };
/** What it draws of one value; a seventh of the file, so that every section shows something. */
const MAX_VALUE = { signs: 8_000, lines: 120 };
const MAX_NAME = { signs: 400, lines: 6 };

type Size = { signs: number; rows: number };

const sizeOf = ({ name, value }: FittedLine): Size => ({
  signs: [...name, ...value].reduce((sum, row) => sum + row.length, 0),
  rows: Math.max(name.length, value.length, 1),
});

function fitLine(
  [name, value]: CaseFileSection['lines'][number],
  rulers: Rulers,
  words: LeftOutWords,
): FittedLine {
  const fit = wrapText(value, rulers.value.widthOf, { ...MAX_VALUE, width: rulers.value.width });
  const rest = fit.leftOut > 0 ? [words.characters(fit.leftOut)] : [];
  return {
    name: wrapText(name, rulers.name.widthOf, { ...MAX_NAME, width: rulers.name.width }).lines,
    value: [...fit.lines, ...rest],
  };
}

/** Gives every asker the same, and what some do not need to the others. */
export function shareOut(asked: readonly number[], total: number): number[] {
  const given = asked.map(() => 0);
  let left = total;
  const byNeed = [...asked.keys()].toSorted((one, other) => (asked[one] ?? 0) - (asked[other] ?? 0));
  for (const [place, index] of byNeed.entries()) {
    given[index] = Math.min(asked[index] ?? 0, Math.floor(left / (byNeed.length - place)));
    left -= given[index];
  }
  return given;
}

function takeLines(lines: readonly FittedLine[], max: Size): FittedLine[] {
  const taken: FittedLine[] = [];
  let { signs, rows } = max;
  for (const line of lines) {
    const size = sizeOf(line);
    signs -= size.signs;
    rows -= size.rows;
    if (signs < 0 || rows < 0) break;
    taken.push(line);
  }
  return taken;
}

function cutSection(
  { title, told = [], keepsLast }: CaseFileSection,
  lines: readonly FittedLine[],
  max: Size,
  words: LeftOutWords,
): FittedSection {
  const taken = takeLines(keepsLast ? lines.toReversed() : lines, max);
  const leftOut = lines.length - taken.length;
  return {
    title,
    lines: keepsLast ? taken.toReversed() : taken,
    told: [...told, ...(leftOut > 0 ? [words.lines(leftOut)] : [])],
    toldFirst: keepsLast === true,
  };
}

/** Breaks sections into rows within the bounds of a file, and says what is left out; other work runs between sections. */
export async function fitSections(
  sections: readonly CaseFileSection[],
  rulers: Rulers,
  words: LeftOutWords,
): Promise<FittedSection[]> {
  const fitted: FittedLine[][] = [];
  for (const { lines } of sections) {
    await nextTurn();
    fitted.push(lines.map((line) => fitLine(line, rulers, words)));
  }
  const sizes = fitted.map((lines) =>
    lines
      .map(sizeOf)
      .reduce((sum, { signs, rows }) => ({ signs: sum.signs + signs, rows: sum.rows + rows }), {
        signs: 0,
        rows: 0,
      }),
  );
  const signs = shareOut(
    sizes.map((size) => size.signs),
    MAX_FILE.signs,
  );
  const rows = shareOut(
    sizes.map((size) => size.rows),
    MAX_FILE.rows,
  );
  return sections.map((section, index) =>
    cutSection(section, fitted[index] ?? [], { signs: signs[index] ?? 0, rows: rows[index] ?? 0 }, words),
  );
}
