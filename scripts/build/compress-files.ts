import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SERVED = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.woff2', '.txt']);

async function compressFile(file: string): Promise<void> {
  const body = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Writes `.br` and `.gz` beside every served file of a directory and below it, so that no start compresses them again. */
export async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  const served = names.filter((name) => SERVED.has(extname(name)));
  await Promise.all(served.map((name) => compressFile(join(directory, name))));
}
