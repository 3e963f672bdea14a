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

/** Name of the saved file: the list and the minute in UTC, and nothing of a filter. */
export const nameOfFile = ({ kind, createdAt }: Pick<ExportView, 'kind' | 'createdAt'>): string =>
  `${kind === 'audit' ? 'audit-log' : kind}-${createdAt.slice(0, 16).replace(':', '')}Z.csv`;
