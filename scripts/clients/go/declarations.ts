import type { SchemaObject } from '@titular/server/api-docs/document.ts';
import type { SchemaMember } from '../typed-schemas.ts';
import { align, toComment, toExported } from './names.ts';

/** Declares an enumeration of the document, with each word as a constant. */
export function declareWords(name: string, { enum: words = [], description = '' }: SchemaObject): string {
  const [first = '', ...lines] = description.split('\n');
  const told = new Map(lines.map((line) => /^- `(.+?)`: (.+)$/.exec(line)?.slice(1) as [string, string]));
  const constants = words.map(String).flatMap((word) => {
    const constant = name + toExported(word);
    const comment = told.get(word);
    return [
      ...(comment ? toComment(`${constant}: ${comment}`, '\t') : []),
      `\t${constant} ${name} = ${JSON.stringify(word)}`,
    ];
  });
  return [
    ...toComment(`${name}: ${first}`),
    `type ${name} string`,
    '',
    '// Further words may come with a newer service.',
    'const (',
    ...constants,
    ')',
  ].join('\n');
}

/** Declares a struct by its members. */
export function declareStruct(
  name: string,
  comment: string,
  members: readonly Omit<SchemaMember, 'type'>[],
): string {
  const lines: string[] = [];
  let run: string[][] = [];
  const flush = (): void => {
    lines.push(...align(run).map((line) => `\t${line}`));
    run = [];
  };
  for (const { key, field, declared, description, isRequired } of members) {
    if (description !== '') {
      flush();
      lines.push(...toComment(description, '\t'));
    }
    run.push([field, declared, `\`json:"${key}${isRequired ? '' : ',omitempty'}"\``]);
  }
  flush();
  return [...toComment(comment), `type ${name} struct {`, ...lines, '}'].join('\n');
}
