import { posix } from 'node:path';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { type ListedPage, renderLlmsText } from '@titular/server/api-docs/llms-text.ts';

/** Links of a page below `docs` as they are from the root. */
const fromRoot = (page: string): string =>
  page.replace(/\]\((?!https?:)([^)]+)\)/g, (_link, address: string) => `](${posix.join('docs', address)})`);

/** The table of docs/contents.md, so that both lists are one; the text does not list itself. */
const tableRows = (contents: string): ListedPage[] =>
  [...fromRoot(contents).matchAll(/^\| \[[^\]]+\]\(([^)]+)\)[^|]* \| (.+) \|$/gm)]
    .map(([, address = '', holds = '']) => ({ title: address, address, holds }))
    .filter(({ address }) => address !== 'llms.txt');

/** llms.txt of the repository: the pages that docs/contents.md lists, and the operations at a service with the default settings. */
export const llmsPage = (document: OpenApiDocument, contents: string): string =>
  renderLlmsText(
    document,
    tableRows(contents),
    (operationId) => `${document.servers[0]?.url}/docs#${operationId}`,
  );
