import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from '../bill/read-tar.ts';
import type { ArchivedFile } from '../pack/tarball.ts';
import { runCommand } from './run-command.ts';

const SETUPTOOLS = 'import setuptools.build_meta as b, sys; b.build_sdist(sys.argv[1])';

/** What a person is told where the Python client cannot be packed. */
export const NO_PYTHON =
  'The Python client needs python3 with setuptools to be packed: python3 -m pip install setuptools.';
/** What a source archive adds to the files that setuptools takes by itself. */
const ADDED = ['LICENSE', 'CHANGELOG.md'];

/** The two archives of a Python package: its sources, and the wheel that pip unpacks. */
export type PythonFiles = { sdist: ArchivedFile[]; wheel: ArchivedFile[] };

/** Whether there is a python3 with setuptools. */
export const hasSetuptools = (cwd: string, signal: AbortSignal): Promise<boolean> =>
  runCommand('python3', ['-c', 'import setuptools.build_meta'], { cwd, signal }).then(
    () => true,
    (error: Error) => {
      if (signal.aborted) throw error;
      return false;
    },
  );

/** Has setuptools make the source archive, and reads it. */
async function readSdist(folder: string, out: string, signal: AbortSignal): Promise<ArchivedFile[]> {
  const scratch = mkdtempSync(join(out, '.sdist-'));
  try {
    await runCommand('python3', ['-c', SETUPTOOLS, scratch], { cwd: folder, signal }).catch(
      (error: Error) => {
        if (signal.aborted) throw error;
        throw new Error(NO_PYTHON, { cause: error });
      },
    );
    const [name = ''] = readdirSync(scratch);
    return readTar(gunzipSync(readFileSync(join(scratch, name)))).filter(({ kind }) => kind === 'file');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const recordOf = ({ path, bytes }: ArchivedFile): string =>
  `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`;

/** The wheel of a package that is Python alone, as the binary distribution format 1.0 lays it out. */
function wheelOf(sdist: readonly ArchivedFile[], start: string): ArchivedFile[] {
  const modules = sdist
    .map(({ path, bytes }) => ({ path: path.slice(start.length + 1), bytes }))
    .filter(({ path }) => path.startsWith('titular/'));
  const info = `${start}.dist-info`;
  const bytesOf = (name: string): Uint8Array =>
    sdist.find(({ path }) => path === `${start}/${name}`)?.bytes ?? new Uint8Array();
  const files: ArchivedFile[] = [
    ...modules,
    { path: `${info}/LICENSE`, bytes: bytesOf('LICENSE') },
    { path: `${info}/METADATA`, bytes: bytesOf('PKG-INFO') },
    {
      path: `${info}/WHEEL`,
      bytes: Buffer.from(
        'Wheel-Version: 1.0\nGenerator: titular (release)\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      ),
    },
  ];
  const record = `${info}/RECORD`;
  return [...files, { path: record, bytes: Buffer.from(`${files.map(recordOf).join('')}${record},,\n`) }];
}

/** Packs the Python client; setuptools decides the files and metadata, and the archives depend on those alone. */
export async function packPython(
  root: string,
  folder: string,
  out: string,
  signal: AbortSignal,
): Promise<PythonFiles> {
  const made = await readSdist(join(root, folder), out, signal);
  const start = made[0]?.path.split('/')[0] ?? '';
  const added = ADDED.map((name) => ({
    path: `${start}/${name}`,
    bytes: readFileSync(join(root, name === 'LICENSE' ? '.' : folder, name)),
  }));
  const sdist = [...made.filter(({ path }) => !path.includes('.egg-info/')), ...added]
    .map(({ path, bytes }) => ({ path, bytes }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return { sdist, wheel: wheelOf(sdist, start) };
}
