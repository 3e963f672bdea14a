import type { ExportPart, ExportView } from '@titular/contract';

/** Reads a file part by part, in their order; the server writes that down before the first is answered. */
export async function readFile(
  read: (part: number) => Promise<ExportPart>,
  signal: AbortSignal,
): Promise<string[]> {
  const texts: string[] = [];
  let isLast = false;
  while (!isLast) {
    signal.throwIfAborted();
    const part = await read(texts.length);
    texts.push(part.text);
    isLast = part.isLast;
  }
  return texts;
}

/** What a file is of, as its name says it: one with persons in it is told from one without before it is opened. */
const listOf = ({ kind, withPersons }: Pick<ExportView, 'kind' | 'withPersons'>): string =>
  kind === 'audit' ? 'audit-log' : withPersons ? `${kind}-with-persons` : kind;

/** Name of the saved file: the list and the minute in UTC, and nothing of a filter. */
export const nameOfFile = (file: Pick<ExportView, 'kind' | 'withPersons' | 'createdAt'>): string =>
  `${listOf(file)}-${file.createdAt.slice(0, 16).replace(':', '')}Z.csv`;
