const INLINE_CHARACTERS = 56;

/** How a language writes values: its three words, a text, and the name of a member with what leads to its value. */
type Notation = {
  word(value: boolean | null): string;
  text(value: string): string;
  member(name: string): string;
  brackets: readonly [string, string];
  /** An object without members. */
  empty: string;
  /** What stands inside the brackets of an object on one line. */
  padding: string;
};

const single = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const TYPESCRIPT: Notation = {
  word: String,
  text: single,
  member: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : single(name)}: `,
  brackets: ['{', '}'],
  empty: '{}',
  padding: ' ',
};

const PYTHON: Notation = {
  word: (value) => ({ true: 'True', false: 'False', null: 'None' })[`${value}`] ?? '',
  text: (value) => JSON.stringify(value),
  member: (name) => `${JSON.stringify(name)}: `,
  brackets: ['{', '}'],
  empty: '{}',
  padding: '',
};

/** PHP knows escapes in double quotes alone, and puts variables in there. */
const phpText = (text: string): string =>
  /[\x00-\x1f]/.test(text)
    ? JSON.stringify(text).replaceAll('$', '\\$')
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const PHP: Notation = {
  word: String,
  text: phpText,
  member: (name) => `${phpText(name)} => `,
  brackets: ['[', ']'],
  // As an array it would be an empty list.
  empty: 'new stdClass()',
  padding: '',
};

/** Brackets around parts: on one line where they fit, else one part a line. */
function enclose([open, close]: readonly [string, string], parts: readonly string[], padding = ''): string {
  if (parts.length === 0) return open + close;
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= INLINE_CHARACTERS && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')},`).join('\n')}\n${close}`;
}

function write(notation: Notation, value: unknown): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'boolean' || value === null) return notation.word(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return enclose(
      ['[', ']'],
      value.map((one) => write(notation, one)),
    );
  const parts = Object.entries(value).map(([name, one]) => notation.member(name) + write(notation, one));
  return parts.length === 0 ? notation.empty : enclose(notation.brackets, parts, notation.padding);
}

/** A JSON value as TypeScript. */
export const toTypeScript = (value: unknown): string => write(TYPESCRIPT, value);

/** A JSON value as Python. */
export const toPython = (value: unknown): string => write(PYTHON, value);

/** A JSON value as PHP. */
export const toPhp = (value: unknown): string => write(PHP, value);

/** A call with its arguments: an only argument keeps its brackets beside those of the call. */
export function writeCall(callee: string, given: readonly string[]): string {
  const line = `${callee}(${given.join(', ')})`;
  const [first = ''] = given;
  const fits = line.length <= INLINE_CHARACTERS + 20 && !line.includes('\n');
  return fits || (given.length === 1 && /^[[{]/.test(first)) ? line : callee + enclose(['(', ')'], given);
}
