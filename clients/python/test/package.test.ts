import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTarball } from '../../../scripts/pack/tarball.ts';
import contents from '../../../scripts/release/contents.json' with { type: 'json' };
import { contentProblems } from '../../../scripts/release/contents.ts';
import { type PythonFiles, packPython } from '../../../scripts/release/pack-python.ts';
import { makeZip } from '../../../scripts/release/zip.ts';
import { hasPython, runPython } from './run-python.ts';

const hasSetuptools = hasPython && spawnSync('python3', ['-c', 'import setuptools.build_meta']).status === 0;
const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = 'clients/python';

const SHOW = `
import importlib.metadata, json, titular
found = importlib.metadata.distribution("titular")
hashes = [(str(one), one.hash and one.hash.value, one.size) for one in found.files]
print(json.dumps([titular.__file__, titular.__version__, found.version, found.metadata["Description-Content-Type"], len(hashes)]))
`;

describe.runIf(hasSetuptools)('the archives of the Python client', () => {
  let directory: string;
  let files: PythonFiles;
  const pack = (): Promise<PythonFiles> =>
    packPython(directory, FOLDER, directory, new AbortController().signal);

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'titular-python-'));
    // Packed elsewhere: setuptools writes beside the sources.
    const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard', FOLDER, 'LICENSE'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const file of known.split('\n').filter(Boolean)) cpSync(join(ROOT, file), join(directory, file));
    files = await pack();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('hold the files that the list of the release names, and nothing else', () => {
    const check = (kind: string, of: readonly { path: string }[]) => {
      const version = /^titular-([\d.]+)\//.exec(files.sdist[0]?.path ?? '')?.[1] ?? '';
      const paths = of.map(({ path }) => path);
      return contentProblems(`titular for Python, ${kind}`, paths, version, contents);
    };
    expect([...check('wheel', files.wheel), ...check('sources', files.sdist)]).toEqual([]);
  });

  test('are the same bytes when they are made again', async () => {
    const again = await pack();
    expect(makeZip(again.wheel).equals(makeZip(files.wheel))).toBe(true);
    expect(makeTarball(again.sdist).equals(makeTarball(files.sdist))).toBe(true);
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('are read by Python: the wheel is imported as it is, with version, metadata and record', async () => {
    const wheel = join(directory, 'titular.whl');
    writeFileSync(wheel, makeZip(files.wheel));
    const { stdout, stderr } = await runPython(['-c', SHOW], { env: { PYTHONPATH: wheel } });
    expect(stderr).toBe('');
    const [file, version, told, format, count] = JSON.parse(stdout);
    expect(file).toBe(join(wheel, 'titular/__init__.py'));
    expect([version, format, count]).toEqual([told, 'text/markdown', files.wheel.length]);
  });
});
