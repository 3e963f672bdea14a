import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A regular expression and where it stands. */
export type Pattern = { place: string; source: string; flags: string };

/** What may stand before the slash of a regular expression, while after anything else it divides. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\breturn|\btypeof)\s*$/;

/** The first index at or after `at` where `end` stands outside escapes, and outside classes when asked. */
function findEnd(text: string, at: number, end: string, withClasses = false): number {
  let inClass = false;
  for (let index = at; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '\\') index += 1;
    else if (withClasses && sign === '[') inClass = true;
    else if (withClasses && sign === ']') inClass = false;
    else if (sign === end && !inClass) return index;
  }
  throw new Error(`no ${end} after ${text.slice(at, at + 40)}`);
}

/** Where the text literal that begins at `start` ends; what is computed inside is handed to `onCode`. */
function endOfTemplate(text: string, start: number, onCode: (code: string) => void): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at;
    else if (text.startsWith('${', at)) {
      let depth = 1;
      let end = at + 2;
      for (; depth > 0 && end < text.length; end += 1) {
        if (text[end] === '`') end = endOfTemplate(text, end, () => undefined);
        else if (text[end] === '{') depth += 1;
        else if (text[end] === '}') depth -= 1;
      }
      onCode(text.slice(at + 2, end - 1));
      at = end - 1;
    }
  }
  throw new Error('a text literal has no end');
}

/** Every regular expression literal of a source text, in order, also those inside text literals. */
export function findPatterns(place: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (text.startsWith('//', at) || (at === 0 && text.startsWith('#!')))
      at = (text.indexOf('\n', at) + 1 || text.length) - 1;
    else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1;
    else if (sign === "'" || sign === '"') at = findEnd(text, at + 1, sign);
    else if (sign === '`') at = endOfTemplate(text, at, (code) => found.push(...findPatterns(place, code)));
    else if (sign === '/' && BEFORE_EXPRESSION.test(text.slice(Math.max(0, at - 60), at))) {
      const end = findEnd(text, at + 1, '/', true);
      const flags = /^[a-z]*/.exec(text.slice(end + 1))?.[0] ?? '';
      found.push({ place, source: text.slice(at + 1, end), flags });
      at = end + flags.length;
    }
  }
  return found;
}

/** Every regular expression literal of the sources in a directory. */
export function patternsOf(directory: string): Pattern[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => findPatterns(file, readFileSync(join(directory, file), 'utf8')));
}

const ATOM = /^(?:\\[pPu]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[])/u;
const UNBOUNDED = /^(?:[*+]|\{[0-9]+,\})/;
const QUANTIFIER = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/;

/** Parts a pattern into its signs, classes, brackets and quantifiers. */
function atomsOf(source: string): string[] {
  const atoms: string[] = [];
  for (let rest = source; rest !== ''; ) {
    const group = /^\((?:\?(?::|[=!]|<[=!]|<[A-Za-z]+>))?/.exec(rest)?.[0];
    const atom = group ?? (atoms.length > 0 ? QUANTIFIER.exec(rest)?.[0] : undefined) ?? ATOM.exec(rest)?.[0];
    if (!atom) throw new Error(`cannot read ${rest}`);
    atoms.push(atom);
    rest = rest.slice(atom.length);
  }
  return atoms;
}

/** Whether a group begins with one sign that nothing else in it takes, so that its repetitions can be parted in one way only. */
function beginsWithSeparator(body: readonly string[], flags: string): boolean {
  const [first = '', ...others] = body;
  const sign = /^\\?([^A-Za-z0-9\\()[\]])$/u.exec(first)?.[1];
  if (!sign || first === '.' || QUANTIFIER.test(others[0] ?? '')) return false;
  const takes = (atom: string): boolean =>
    !/^[()|]/.test(atom) &&
    !QUANTIFIER.test(atom) &&
    new RegExp(`^${atom}$`, flags.replace(/[gy]/g, '')).test(sign);
  return !others.some(takes);
}

/** The groups of a pattern that are repeated without bound and hold something repeated without bound, as in `(a+)+`. */
export function nestedRepetitions({ source, flags }: Pattern): string[] {
  const atoms = atomsOf(source);
  const open: number[] = [];
  const nested: string[] = [];
  for (const [index, atom] of atoms.entries()) {
    if (atom.startsWith('(')) open.push(index);
    if (atom !== ')') continue;
    const start = open.pop() ?? 0;
    const body = atoms.slice(start + 1, index);
    const repeats = UNBOUNDED.test(atoms[index + 1] ?? '') && body.some((one) => UNBOUNDED.test(one));
    if (repeats && !beginsWithSeparator(body, flags)) nested.push(atoms.slice(start, index + 2).join(''));
  }
  return nested;
}

/** Signs and short texts that a pattern names or takes, to attack it with. */
export function signsOf({ source, flags }: Pattern): string[] {
  const plain = new RegExp(source, flags.replace(/[gy]/g, ''));
  const classes = atomsOf(source).filter((atom) => !/^[()|^$]/.test(atom) && !QUANTIFIER.test(atom));
  const common = [...'aA01f .,-_/:;=+@%\n\t\u00e9\u0301\u00c3山'];
  const taken = common.filter((sign) =>
    classes.some((atom) => !/^\\[0-9bBk]/.test(atom) && new RegExp(`^${atom}$`, plain.flags).test(sign)),
  );
  return [...new Set([...taken, 'a', '0', ' '])];
}
