import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type MasterKey,
  openMasterKeys,
  parseMasterKey,
  parseMasterKeys,
} from '@titular/server/tenants/keys/master-key.ts';
import {
  addMasterKey,
  loadMasterKeys,
  removeMasterKey,
} from '@titular/server/tenants/keys/master-key-file.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  file = join(directory, 'master.key');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const newText = (): string => randomBytes(32).toString('base64');
const idOf = (text: string): string => parseMasterKey(text).id;
const idsInFile = async (): Promise<string[]> => (await loadMasterKeys(file, false)).map((key) => key.id);
const open = (monotonicMs: () => number = () => performance.now()) =>
  openMasterKeys(() => loadMasterKeys(file, false), monotonicMs);

describe('a file of several master keys with notes (R92)', () => {
  const [one, two, three] = [newText(), newText(), newText()];
  const ids = [one, two, three].map(idOf);

  test.each([
    ['one a line', `${one}\n${two}\n${three}\n`],
    ['without a line end at the end', `${one}\n${two}\n${three}`],
    ['with the line ends of another system', `${one}\r\n${two}\r\n${three}\r\n`],
    [
      'with notes before, beside and after',
      `# made in May\n${one} # old\n\n  ${two}\t# new\n${three}\n# end`,
    ],
    ['with a note that looks like a key', `${one}\n# ${newText()}\n${two}\n${three}\n`],
    ['in one line', `${one} ${two},${three}\n`],
    ['parted by commas', `${one}, ${two} ,\n${three},`],
  ])('%s is read as these keys in this order', async (_what, text) => {
    await writeFile(file, text);
    expect(await idsInFile()).toEqual(ids);
  });

  test.each([
    ['one a line', `# note\n${one}\n${two} # second\n${three}\n`],
    ['in one line', `# note\n${one} ${two} ${three}\n`],
    ['parted by commas in one line', `# note\n${one},${two},${three}\n`],
    ['two in a line', `# note\n${one} ${two}\n${three}\n`],
  ])('%s loses the one key that is taken out and no other', async (_what, text) => {
    await writeFile(file, text);
    await removeMasterKey(file, idOf(two));
    expect(await idsInFile()).toEqual([idOf(one), idOf(three)]);
    const left = await readFile(file, 'utf8');
    expect(left).not.toContain(two);
    expect(left).toContain('# note');
  });

  test('is given a key without touching those it holds, and stays the only file', async () => {
    const text = `# the first\n${one}\n${two} # spare`;
    await writeFile(file, text);
    const added = await addMasterKey(file);
    expect((await readFile(file, 'utf8')).startsWith(`${text}\n`)).toBe(true);
    expect(await idsInFile()).toEqual([idOf(one), idOf(two), added.id]);
    expect(await readdir(directory)).toEqual(['master.key']);
  });

  test('keeps its mode, and stays behind a link that leads to it', async () => {
    const real = join(directory, 'real.key');
    await writeFile(real, `${one}\n`);
    await chmod(real, 0o640);
    await symlink(real, file);
    const added = await addMasterKey(file);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect((await loadMasterKeys(real, false)).map((key) => key.id)).toEqual([idOf(one), added.id]);
  });

  test('is left as it was when the key to be taken out is not in it', async () => {
    const text = `${one}\n${two}\n`;
    await writeFile(file, text);
    await removeMasterKey(file, idOf(three));
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('from the environment is the same list', () => {
    expect(parseMasterKeys(`${one},${two},${three}`).map((key) => key.id)).toEqual(ids);
  });
});

describe('a key that is added while the service runs (R92)', () => {
  beforeEach(() => writeFile(file, `${newText()}\n`));

  test('is found by its first use', async () => {
    const keys = await open();
    const added = await addMasterKey(file);
    expect(keys.known()).toHaveLength(1);
    expect((await keys.find(added.id)).bytes).toEqual(added.bytes);
    expect(keys.known()).toHaveLength(2);
  });

  test('is found by all who ask for it at once', async () => {
    const keys = await open();
    const added = await addMasterKey(file);
    const found = await Promise.allSettled(Array.from({ length: 20 }, () => keys.find(added.id)));
    expect(found.map((one) => one.status)).toEqual(Array(20).fill('fulfilled'));
  });

  test('is found a second after another was asked for that does not exist', async () => {
    let nowMs = 0;
    const keys = await open(() => nowMs);
    await expect(keys.find('0123456789abcdef')).rejects.toThrow('the master key 0123456789abcdef is missing');
    const added = await addMasterKey(file);
    nowMs += 1_000;
    expect((await keys.find(added.id)).id).toBe(added.id);
  });

  test('and a key that does not exist is named, however many ask, while the file is read once a second at most', async () => {
    let nowMs = 0;
    let readings = 0;
    const known = parseMasterKey(newText());
    const read = async (): Promise<MasterKey[]> => {
      readings += 1;
      return [known];
    };
    const keys = await openMasterKeys(read, () => nowMs);
    for (let times = 0; times < 50; times += 1)
      await expect(keys.find('0123456789abcdef')).rejects.toThrow('0123456789abcdef');
    expect(readings).toBe(2);
    nowMs += 1_000;
    await expect(keys.find('0123456789abcdef')).rejects.toThrow('0123456789abcdef');
    expect(readings).toBe(3);
    expect(await keys.find(known.id)).toBe(known);
    expect(readings).toBe(3);
  });

  test('and a file that cannot be read for a moment takes no key away that is known', async () => {
    const keys = await open();
    const [known] = keys.known();
    if (!known) throw new Error('there is a key');
    await rm(file);
    await expect(keys.find('0123456789abcdef')).rejects.toThrow();
    expect((await keys.find(known.id)).id).toBe(known.id);
  });
});
