/** A value as YAML writes it; `Template` is written as it stands. */
export type Yaml = string | number | boolean | Template | readonly Yaml[] | { readonly [name: string]: Yaml };

/** An expression of a Helm template, which stands in a file without quotes. */
export class Template {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const PLAIN = /^[A-Za-z/][\w./-]*$/;
const READ_OTHERWISE = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

function writeScalar(value: string | number | boolean | Template): string {
  if (value instanceof Template) return value.text;
  if (typeof value !== 'string') return String(value);
  return PLAIN.test(value) && !READ_OTHERWISE.test(value) ? value : JSON.stringify(value);
}

type Nested = readonly Yaml[] | { readonly [name: string]: Yaml };

const isNested = (value: Yaml): value is Nested => typeof value === 'object' && !(value instanceof Template);

const isEmpty = (value: Nested): boolean => Object.keys(value).length === 0;

function writeEntry(name: string, value: Yaml, indent: string): string[] {
  const key = `${indent}${PLAIN.test(name) ? name : JSON.stringify(name)}:`;
  if (!isNested(value)) return [`${key} ${writeScalar(value)}`];
  if (isEmpty(value)) return [`${key} ${Array.isArray(value) ? '[]' : '{}'}`];
  return [key, ...writeLines(value, `${indent}  `)];
}

function writeItem(value: Yaml, indent: string): string[] {
  if (!isNested(value)) return [`${indent}- ${writeScalar(value)}`];
  if (isEmpty(value)) return [`${indent}- ${Array.isArray(value) ? '[]' : '{}'}`];
  const [first = '', ...rest] = writeLines(value, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

const writeLines = (value: Nested, indent: string): string[] =>
  Array.isArray(value)
    ? value.flatMap((item: Yaml) => writeItem(item, indent))
    : Object.entries(value).flatMap(([name, entry]) => writeEntry(name, entry as Yaml, indent));

/** Writes values as YAML in block style, each a document of its own after its comment. */
export const writeYaml = (comment: string, ...documents: readonly Nested[]): string =>
  `${[`# ${comment}`, ...documents.map((value) => writeLines(value, '').join('\n'))].join('\n---\n').replace('\n---\n', '\n')}\n`;
