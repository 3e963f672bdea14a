/** Words that Go writes in capitals. */
const INITIALISMS: ReadonlySet<string> = new Set(['id', 'url', 'uri', 'api', 'jwks', 'sdk', 'ms']);

/** Words that Go keeps for itself. */
const KEYWORDS: ReadonlySet<string> = new Set(['type', 'func', 'range', 'package', 'import', 'map', 'var']);

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);

const writeWord = (word: string): string => {
  const plural = word.toLowerCase().replace(/s$/, '');
  if (INITIALISMS.has(word.toLowerCase())) return word.toUpperCase();
  return INITIALISMS.has(plural) ? `${plural.toUpperCase()}s` : capitalise(word);
};

/** A name of the wire as Go writes one that others see. */
export const toExported = (name: string): string => wordsOf(name).map(writeWord).join('');

/** A name of the wire as a parameter. */
export function toParameter(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  const written = first.toLowerCase() + rest.map(writeWord).join('');
  return KEYWORDS.has(written) ? `${written}Name` : written;
}

const MAX_COLUMNS = 110;

/** Text as lines of a comment, each behind an indent. */
export function toComment(text: string, indent = ''): string[] {
  const [own = '', ...others] = text.split('\n');
  const lines = [''];
  for (const word of own.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= MAX_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return [
    ...lines.map((line) => `${indent}// ${line}`.trimEnd()),
    ...others.flatMap((line) => toComment(line, indent)),
  ];
}

/** Columns of neighbouring lines, one below the other, as `gofmt` writes them. */
export function align(rows: readonly (readonly string[])[]): string[] {
  const width = (at: number): number => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  return rows.map((row) =>
    row.map((cell, at) => (at < row.length - 1 ? cell.padEnd(width(at)) : cell)).join(' '),
  );
}
