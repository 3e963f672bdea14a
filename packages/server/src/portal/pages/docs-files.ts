import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { docsDirectory } from '@titular/docs-site';
import { once } from '../../kernel/caches/once.ts';
import {
  type CompressedFile,
  readCompressedFile,
  readPackedFile,
} from '../../kernel/http/answers/compressed-files.ts';
import {
  contentPolicy,
  contentTypeOf,
  FOR_EVER,
  ISOLATED,
  NO_MARKUP,
  OWN_CODE,
  permissionsPolicy,
} from '../../kernel/http/answers/page-headers.ts';

/** A file of the site with the version of what it holds. */
export type DocsFile = { file: CompressedFile; etag: string };

/** The built documentation site by address below its root; each file is read when it is first asked for. */
export type DocsFiles = ReadonlyMap<string, () => Promise<DocsFile>>;

/** Of these the build makes no compressed copies. */
const PACKED: ReadonlySet<string> = new Set(['.webp']);

/** What is built for the page that sends requests, which has the public address alone. */
const OF_PUBLIC = 'try/';

/** Nothing from elsewhere, nothing inline, in no frame, and no text that becomes markup. */
const POLICY = contentPolicy({
  ...OWN_CODE,
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  ...NO_MARKUP,
});

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'permissions-policy': permissionsPolicy(['clipboard-write']),
  ...ISOLATED,
  'x-frame-options': 'DENY',
} as const;

/** Names of assets change with what they hold; anything else is asked for again, and answered in short while it is the same. */
const cacheOf = (name: string): string => (name.startsWith('assets/') ? FOR_EVER : 'no-cache');

async function readDocsFile(directory: string, name: string): Promise<DocsFile> {
  const type = extname(name);
  const read = PACKED.has(type) ? readPackedFile : readCompressedFile;
  const file = await read(join(directory, name), {
    'content-type': contentTypeOf(name) ?? '',
    'cache-control': cacheOf(name),
    'cross-origin-resource-policy': 'same-origin',
    ...(type === '.html' ? PAGE_HEADERS : {}),
  });
  const { body } = await file.identity();
  const digest = createHash('sha256').update(body).digest('base64url');
  return { file, etag: `W/"${digest}"` };
}

/** Lists the built site; where none was built it is empty, and everything else of the service is as good without it. */
export async function readDocsFiles(built = docsDirectory): Promise<DocsFiles> {
  const names = await readdir(built, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  return new Map(
    names
      .filter((name) => contentTypeOf(name) !== undefined && !name.startsWith(OF_PUBLIC))
      .map((name) => [name, once(() => readDocsFile(built, name))] as const),
  );
}
