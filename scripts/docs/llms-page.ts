import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { renderLlmsText } from '@titular/server/api-docs/llms-text.ts';
import { listedPages } from '../../packages/docs-site/src/build/listed-pages.ts';

/** llms.txt of the repository: the pages that docs/contents.md lists, and the operations at a service with the default settings. */
export const llmsPage = (document: OpenApiDocument, contents: string): string =>
  renderLlmsText(
    document,
    listedPages(contents)
      // The text does not list itself.
      .filter(({ address }) => address !== 'llms.txt')
      .map((page) => ({ ...page, title: page.address })),
    (operationId) => `${document.servers[0]?.url}/docs#${operationId}`,
  );
