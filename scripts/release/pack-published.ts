import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArtefact } from '../bill/read-artefact.ts';
import { type ArchivedFile, makeTarball } from '../pack/tarball.ts';
import { packNpm } from './pack-npm.ts';
import { packPython } from './pack-python.ts';
import type { Published } from './packages.ts';
import { runCommand } from './run-command.ts';
import { makeZip } from './zip.ts';

/** An archive that was written: what it is of, its file, its key in contents.json, and the paths in it as those list them. */
export type Packed = { published: Published; file: string; key: string; paths: string[] };

type Given = {
  root: string;
  out: string;
  version: string;
  signKey?: string | undefined;
  signal: AbortSignal;
};

const PREFIX = 'package/';

/** What npm calls the tarball of a package. */
const nameOf = ({ name }: Published, version: string): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

async function packProgram(published: Published, given: Given): Promise<Packed[]> {
  const { root, out, version, signKey, signal } = given;
  const words = ['--disable-warning=ExperimentalWarning', 'scripts/pack.ts', out];
  const signed = signKey === undefined ? [] : ['--sign-key', signKey];
  await runCommand(process.execPath, [...words, ...signed], { cwd: root, signal });
  const file = join(out, `titular-${version}-${process.platform}-${process.arch}.tgz`);
  const paths = [...readArtefact(file).files.keys()].map((path) => path.slice(PREFIX.length));
  return [{ published, file, key: published.key, paths }];
}

async function packForNpm(published: Published, { root, out, version, signal }: Given): Promise<Packed[]> {
  const files = await packNpm(root, published.folder, signal);
  const file = join(out, nameOf(published, version));
  writeFileSync(file, makeTarball(files.map((one) => ({ ...one, path: PREFIX + one.path }))));
  return [{ published, file, key: published.key, paths: files.map(({ path }) => path) }];
}

async function packForPython(published: Published, { root, out, version, signal }: Given): Promise<Packed[]> {
  const { sdist, wheel } = await packPython(root, published.folder, out, signal);
  const write = (name: string, kind: string, bytes: Buffer, files: readonly ArchivedFile[]): Packed => {
    const file = join(out, `titular-${version}${name}`);
    writeFileSync(file, bytes);
    return { published, file, key: `${published.key}, ${kind}`, paths: files.map(({ path }) => path) };
  };
  return [
    write('-py3-none-any.whl', 'wheel', makeZip(wheel), wheel),
    write('.tar.gz', 'sources', makeTarball(sdist), sdist),
  ];
}

const PACK: Readonly<Record<Published['form'], (published: Published, given: Given) => Promise<Packed[]>>> = {
  program: packProgram,
  npm: packForNpm,
  python: packForPython,
};

/** Writes the archives of something that is published; it has to be built in `root`. */
export const packPublished = (published: Published, given: Given): Promise<Packed[]> =>
  PACK[published.form](published, given);

/** Bytes of an archive as they lie on the disk. */
export const bytesOf = ({ file }: Packed): Buffer => readFileSync(file);
