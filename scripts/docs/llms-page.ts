import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { type ListedPage, renderLlmsText } from '@titular/server/api-docs/llms-text.ts';

/** The table of pages in the README, so that both lists are one; the text does not list itself. */
const tableRows = (readme: string): ListedPage[] =>
  [...readme.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$/gm)]
    .map(([, title = '', address = '', holds = '']) => ({ title, address, holds }))
    .filter(({ address }) => address !== 'llms.txt');

/** llms.txt of the repository: the pages that the README lists, and the operations at a service with the default settings. */
export const llmsPage = (document: OpenApiDocument, readme: string): string =>
  renderLlmsText(
    document,
    tableRows(readme),
    (operationId) => `${document.servers[0]?.url}/docs#${operationId}`,
  );
