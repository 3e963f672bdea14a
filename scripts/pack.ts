import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSigningKey } from './bill/envelope.ts';
import { billPackage } from './bill/npm-origins.ts';
import { sha256Of } from './bill/origin.ts';
import { writeBills } from './bill/write-bills.ts';
import { buildStale } from './build/build-stale.ts';
import { listPackageFiles, type PackagedFile } from './pack/package-files.ts';
import { readManifest } from './pack/reach-sources.ts';
import { makeTarball } from './pack/tarball.ts';
import { repositoryOf } from './release/name-repository.ts';
import { publishPage } from './release/published-pages.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MEGABYTE = 2 ** 20;

const inMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Writes a file under another name first: whoever reads it meanwhile has a whole one. */
function writeWhole(file: string, bytes: Uint8Array): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

const { values, positionals } = parseArgs({
  options: { 'sign-key': { type: 'string' } },
  allowPositionals: true,
});
const signKey = values['sign-key'];
// Before the work: who names a wrong file is told at once.
const key = signKey === undefined ? undefined : readSigningKey(signKey);

await buildStale(['capture-page', 'docs-site', 'portal', 'web-sdk', 'cli']);
const manifest = readManifest(ROOT);
const { version } = manifest;
const repository = repositoryOf(manifest);

/** The front page leads to the pages that lie beside it; a registry shows it without them. */
const asPublished = (file: PackagedFile): PackagedFile =>
  file.path === 'README.md' && repository !== undefined
    ? {
        ...file,
        bytes: Buffer.from(publishPage(`${Buffer.from(file.bytes)}`, { folder: '.', version, repository })),
      }
    : file;

const files = listPackageFiles(ROOT).map(asPublished);
const tarball = makeTarball(files.map((file) => ({ ...file, path: `package/${file.path}` })));
const directory = resolve(positionals[0] ?? join(ROOT, 'dist'));
const name = `titular-${version}-${process.platform}-${process.arch}`;
const file = join(directory, `${name}.tgz`);
mkdirSync(directory, { recursive: true });
writeWhole(file, tarball);
const sha256 = sha256Of(tarball);
const billed = billPackage(ROOT, 'package', files);
writeBills(ROOT, join(directory, name), { name: `${name}.tgz`, sha256, files: billed }, key);

const unpacked = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
console.log(
  `${relative(process.cwd(), file)}: ${files.length} files, ${inMegabytes(tarball.length)}, ${inMegabytes(unpacked)} unpacked`,
);
console.log(`sha256 ${sha256}`);
