import { join } from 'node:path';
import { sdkDirectory } from '@titular/web-sdk/location';
import { StartRefused } from '../kernel/base/start-refused.ts';
import { type CompressedFile, readCompressedFile } from '../kernel/http/answers/compressed-files.ts';
import { contentTypeOf } from '../kernel/http/answers/page-headers.ts';

/** The built SDK, held in memory, by the name of each file, compressed. */
export type SdkFiles = ReadonlyMap<string, CompressedFile>;

/** The files that pages of shops load, by the names that they have in the address. */
const NAMES = ['titular.js', 'titular.mjs', 'preflight.js', 'preflight.mjs', 'manifest.json'] as const;

/** What the npm package `idpay-b2b-sdk` loads from its host, by the names of the built files. */
const COMPATIBLE = ['compatible-assets.js', 'compatible-assets.css'] as const;

/** Any page may load and read them, with a check of their hash as well (Subresource Integrity, section 3.5); a mended file is out within minutes. */
const HEADERS = {
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
};

const readSdkFile = (name: string): Promise<CompressedFile> =>
  readCompressedFile(join(sdkDirectory, name), {
    'content-type': contentTypeOf(name) ?? '',
    ...HEADERS,
  }).catch(() => {
    throw new StartRefused('The web SDK is not built: run "npm run build".');
  });

/** Reads the built SDK; one that was not built ends the start with a sentence that says how to build it. */
export async function readSdkFiles(): Promise<SdkFiles> {
  const names = [...NAMES, ...COMPATIBLE];
  return new Map(await Promise.all(names.map(async (name) => [name, await readSdkFile(name)] as const)));
}
