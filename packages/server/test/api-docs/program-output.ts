import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSuccess, type PlacedOperation } from '@titular/server/api-docs/operation-examples.ts';
import { openContract } from '../../../../cluster/src/load/contract.ts';
import type { Call } from '../../../../scripts/clients/calls.ts';
import type { SeenRequest } from './recording-proxy.ts';

/** Has programs note what they print as JSON, one line a call, in the file that `PRINTED` names: what a console shows leaves out much. */
const HOOKS: Readonly<Record<string, string>> = {
  'note-prints.mjs': `import { appendFileSync } from 'node:fs';
const plain = (value) => (value instanceof Blob ? { bytes: value.size } : value);
console.log = (...values) =>
  appendFileSync(process.env.PRINTED, JSON.stringify(values.map(plain)) + '\\n');
`,
  'sitecustomize.py': `import builtins, json, os

def note(*values):
    with open(os.environ["PRINTED"], "a") as file:
        file.write(json.dumps(values) + "\\n")

builtins.print = note
`,
};

/** Writes the hooks into a folder. */
export async function writeHooks(directory: string): Promise<void> {
  for (const [name, code] of Object.entries(HOOKS)) await writeFile(join(directory, name), code);
}

/** What a program noted. */
export const parseNotes = (notes: string): unknown[] =>
  notes
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const textOf = ({ content }: SeenRequest): string => content.toString('utf8');

/** The ways in which programs read an answer, and what each makes of it. */
const READERS: ReadonlyArray<readonly [code: string, read: (seen: SeenRequest) => unknown]> = [
  ['response.text()', textOf],
  ['urlopen', textOf],
  ['io.ReadAll', textOf],
  ['BodyHandlers.ofString', textOf],
  ['response.blob()', ({ content }) => ({ bytes: content.length })],
  ['', (seen) => JSON.parse(textOf(seen))],
];

/** A page has one list, of what the operation is named by. */
const itemsOf = (page: unknown): unknown[] => Object.values(page as object).find(Array.isArray) ?? [];

/** What a program has to print of the answers on the wire, by what its code does with them. */
export function expectedNotes({ id, code = '' }: Call, answers: readonly SeenRequest[]): unknown[] {
  const [first] = answers;
  const [, read] = READERS.find(([reader]) => code.includes(reader)) ?? [];
  // Raised by the client, and so never printed.
  const isRaised =
    ['python', 'go', 'java'].includes(id) &&
    !/urlopen|io\.ReadAll|BodyHandlers/.test(code) &&
    !isSuccess({ status: String(first?.status) });
  if (!first || !read || isRaised) return [];
  if (code.includes('for await (const item of'))
    return answers.flatMap((one) => itemsOf(read(one))).map((item) => [item]);
  if (/for page in|for pages\.Next|for \(var page : pages\)/.test(code))
    return answers.map((page) => [read(page)]);
  if (/(?:print|Println)\(len\(answer\), "bytes"\)/.test(code)) return [[first.content.length, 'bytes']];
  if (code.includes('println(answer.length + " bytes")')) return [[`${first.content.length} bytes`]];
  return [code.includes('console.log(response.status') ? [first.status, read(first)] : [read(first)]];
}

/** A value without its empty lists: for Go one that may be missing is none, and for Java one that is missing is empty. */
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => !Array.isArray(one) || one.length > 0);
  return Object.fromEntries(members.map(([name, one]) => [name, withoutEmptyLists(one)]));
}

const judgeJson = openContract();

/** Why an answer is not one that the published document describes for its operation and status; undefined where it is. */
export function judgeAnswer(
  { method, path, operation }: PlacedOperation,
  seen: SeenRequest,
): string | undefined {
  const { status, type } = seen;
  if (type === 'application/json') return judgeJson({ method, path }, status, textOf(seen));
  const types = Object.keys(operation.responses[status]?.content ?? {});
  return types.includes(type) ? undefined : `${status} with ${type}, which is none of ${types.join(', ')}`;
}
