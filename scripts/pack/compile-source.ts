import { stripTypeScriptTypes } from 'node:module';
import { parseSync } from 'oxc-parser';

/** A module specifier in compiled code, with the range of its text between the quotes. */
type Specifier = { value: string; start: number; end: number };

/** Compiled code of a module, and every specifier that it loads something by. */
export type Compiled = { code: string; specifiers: readonly string[] };

const WORKER_URL = /\bnew URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/g;

function findSpecifiers(code: string): Specifier[] {
  const { module, errors } = parseSync('module.js', code);
  const [error] = errors;
  if (error) throw new Error(error.message);
  const ranges = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const quoted = ranges.flatMap((range) => (range ? [{ start: range.start + 1, end: range.end - 1 }] : []));
  const named = [...code.matchAll(WORKER_URL)].map(({ 0: whole, 1: value = '', index }) => {
    const start = index + whole.indexOf(value);
    return { start, end: start + value.length };
  });
  const found = new Map([...quoted, ...named].map(({ start, end }) => [start, end]));
  return [...found]
    .map(([start, end]) => ({ start, end, value: code.slice(start, end) }))
    .toSorted((one, other) => one.start - other.start);
}

const toScript = (name: string): string => name.replace(/\.ts$/, '.js');

/** Strips the types of a module; lines stay where they are, and specifiers of our own files end in `.js`. */
export function compileSource(text: string): Compiled {
  const stripped = stripTypeScriptTypes(text).replaceAll(/[ \t]+$/gm, '');
  const specifiers = findSpecifiers(stripped);
  let code = '';
  let from = 0;
  for (const { value, start, end } of specifiers) {
    const isOurs = value.startsWith('.') || value.startsWith('@titular/');
    code += stripped.slice(from, start) + (isOurs ? toScript(value) : value);
    from = end;
  }
  return { code: code + stripped.slice(from), specifiers: specifiers.map(({ value }) => value) };
}
