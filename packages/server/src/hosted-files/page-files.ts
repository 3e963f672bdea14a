import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageDirectory } from '@titular/capture-page';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract';
import { PREVIEW_ORIGIN_MARK } from '@titular/contract/page-preview';
import { StartRefused } from '../kernel/base/start-refused.ts';
import { type CompressedFile, readCompressedFile } from '../kernel/http/answers/compressed-files.ts';
import { CONTENT_TYPES, contentTypeOf, KEPT_FILE } from '../kernel/http/answers/page-headers.ts';
import type { RouteReply } from '../kernel/http/route.ts';
import { documentHeaders, previewHeaders } from './page-policy.ts';

/** The built page, held in memory: the documents of the page and of its preview in each language, and their assets by file name, compressed. */
export type PageFiles = {
  documents: Readonly<Record<PageLanguage, RouteReply>>;
  previews: Readonly<Record<PageLanguage, string>>;
  assets: ReadonlyMap<string, CompressedFile>;
};

const NOT_BUILT = 'The hosted page is not built: run "npm run build".';

const languageHeaders = (language: PageLanguage): Record<string, string> => ({
  'content-type': CONTENT_TYPES['.html'],
  'content-language': language,
  vary: 'accept-language',
});

const headersOf = (language: PageLanguage, ancestors: readonly string[]): Record<string, string> => ({
  ...languageHeaders(language),
  ...documentHeaders(ancestors),
});

/** The page for a frame on these origins; with none it is shown nowhere. */
export const frameDocument = (
  { documents }: PageFiles,
  language: PageLanguage,
  ancestors: readonly string[],
): RouteReply => ({ ...documents[language], headers: headersOf(language, ancestors) });

/** The preview for a frame of the portal: its own headers, and the origin that it listens to. */
export function previewDocument(
  { previews }: PageFiles,
  language: PageLanguage,
  portalUrl: string,
): RouteReply {
  const { origin } = new URL(portalUrl);
  return {
    status: 200,
    body: previews[language].replace(`content="${PREVIEW_ORIGIN_MARK}"`, `content="${origin}"`),
    headers: { ...languageHeaders(language), ...previewHeaders(origin) },
  };
}

/** Headers of an asset by its name, in whichever release it was built. */
export const assetHeaders = (file: string): Record<string, string> => ({
  'content-type': contentTypeOf(file) ?? 'application/octet-stream',
  ...KEPT_FILE,
});

const readAsset = (file: string): Promise<CompressedFile> =>
  readCompressedFile(file, assetHeaders(file)).catch(() => {
    throw new StartRefused(NOT_BUILT);
  });

async function readDocuments<T>(
  name: string,
  make: (body: Buffer, language: PageLanguage) => T,
): Promise<Record<PageLanguage, T>> {
  const made = await Promise.all(
    PAGE_LANGUAGES.map(async (language) => {
      const body = await readFile(join(pageDirectory, `${name}.${language}.html`)).catch(() => {
        throw new StartRefused(NOT_BUILT);
      });
      return [language, make(body, language)] as const;
    }),
  );
  return Object.fromEntries(made) as Record<PageLanguage, T>;
}

/** Reads the built page; one that was not built ends the start with a sentence that says how to build it. */
export async function readPageFiles(): Promise<PageFiles> {
  const assetDirectory = join(pageDirectory, 'assets');
  const names = await readdir(assetDirectory).catch(() => {
    throw new StartRefused(NOT_BUILT);
  });
  const assets = await Promise.all(
    names
      .filter((name) => contentTypeOf(name) !== undefined)
      .map(async (name) => [name, await readAsset(join(assetDirectory, name))] as const),
  );
  const documents = await readDocuments('index', (body, language) => ({
    ...{ status: 200, body, headers: headersOf(language, []) },
  }));
  const previews = await readDocuments('preview', (body) => body.toString());
  return { documents, previews, assets: new Map(assets) };
}
