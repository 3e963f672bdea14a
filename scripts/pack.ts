import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildStale } from './build/build-stale.ts';
import { listPackageFiles } from './pack/package-files.ts';
import { readManifest } from './pack/reach-sources.ts';
import { makeTarball } from './pack/tarball.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MEGABYTE = 2 ** 20;

const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Writes a file under another name first: whoever reads it meanwhile has a whole one. */
function writeWhole(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

await buildStale(['capture-page', 'web-sdk']);
const files = listPackageFiles(ROOT);
const tarball = makeTarball(files.map((file) => ({ ...file, path: `package/${file.path}` })));
const directory = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const { version } = readManifest(ROOT);
const file = join(directory, `titular-${version}-${process.platform}-${process.arch}.tgz`);
mkdirSync(directory, { recursive: true });
writeWhole(file, tarball);

const unpacked = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
console.log(
  `${relative(process.cwd(), file)}: ${files.length} files, ${inMegabytes(tarball.length)}, ${inMegabytes(unpacked)} unpacked`,
);
console.log(`sha256 ${createHash('sha256').update(tarball).digest('hex')}`);
