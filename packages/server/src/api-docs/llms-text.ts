import type { OpenApiDocument } from './document.ts';

/** A page that the list points to. */
export type ListedPage = { title: string; address: string; holds: string };

/** The text at llms.txt: what this is, the pages given, and every operation with a link made from its id. */
export function renderLlmsText(
  { info, tags, paths }: OpenApiDocument,
  pages: readonly ListedPage[],
  linkTo: (operationId: string) => string,
): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0],
      line: `- [${method.toUpperCase()} ${path}](${linkTo(operation.operationId)}): ${operation.summary}`,
    })),
  );
  const chapters = tags.map(
    ({ name }) =>
      `## ${name}\n\n${operations
        .filter(({ tag }) => tag === name)
        .map(({ line }) => line)
        .join('\n')}\n`,
  );
  const list = pages.map(({ title, address, holds }) => `- [${title}](${address}): ${holds}`).join('\n');
  return [
    `# ${info.title}\n`,
    `> Self-hosted service that answers one question for a merchant or wallet: ${info.summary.toLowerCase()}\n`,
    `${info.description}\n`,
    `## Pages\n\n${list}\n`,
    ...chapters,
  ].join('\n');
}
