import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { listNodes } from '@titular/server/nodes/node-store.ts';
import { createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { listMasterKeyUses } from '@titular/server/tenants/deployment-store.ts';
import { parseMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { fetchToken, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

const newText = (): string => randomBytes(32).toString('base64');
const idsIn = (text: string): string[] => parseMasterKeys(text).map(({ id }) => id);

let directory: string;
let first: string;
const nodes: TestService[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  first = newText();
});
afterEach(async () => {
  for (const node of nodes.splice(0).reverse()) await node.close();
  await rm(directory, { recursive: true, force: true });
});

/** A node whose keys stand in a file of its own, as on a machine of its own. */
async function startNode(name: string, text = first) {
  const file = join(directory, name);
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  const [sharedWith] = nodes;
  const env = { TITULAR_MASTER_KEY_FILE: file };
  const service = await startTestService({ env, ...(sharedWith ? { sharedWith } : {}) });
  nodes.push(service);
  return { service, file };
}

/** A command on the machine of a node. */
async function run({ service, file }: { service: TestService; file: string }, ...words: string[]) {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCommandLine([...words, '--json'], {
    environment: { DATABASE_URL: service.config.databaseUrl, TITULAR_MASTER_KEY_FILE: file },
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: () => () => undefined,
    openTrial,
  });
  return { code, ...written };
}

const MAIN = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
const IN_MOUNT = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
const inNamespace = (place: string, ...words: string[]) => ['-m', 'sh', '-c', IN_MOUNT, place, ...words];
/** A program of util-linux that gives a command mounts of its own; where there is none, the test that wants it is left out. */
const UNSHARE = 'unshare';
const canMount = spawnSync(UNSHARE, inNamespace(tmpdir(), 'true')).status === 0;

/** The same command where the directory of the file is mounted read-only. */
async function runReadOnly({ service, file }: { service: TestService; file: string }, ...words: string[]) {
  const command = [process.execPath, MAIN, ...words, '--json'];
  const child = spawn(UNSHARE, inNamespace(dirname(file), ...command), {
    env: {
      PATH: '/usr/bin:/bin',
      ...COMPILE_CACHE,
      DATABASE_URL: service.config.databaseUrl,
      TITULAR_MASTER_KEY_FILE: file,
    },
  });
  const written = { output: '', errors: '' };
  child.stdout.on('data', (part) => (written.output += part));
  child.stderr.on('data', (part) => (written.errors += part));
  const [code] = await once(child, 'close');
  return { code: code as number, ...written };
}

const nameOfNode = ({ config }: TestService): string => `:${config.port}/`;

describe('a rotation of the master key over three nodes with files of their own (F12, S22)', () => {
  test('prepares, is refused by the name of the node that lacks the key, and switches under load without one failed request', async () => {
    const [a, b, c] = [await startNode('a'), await startNode('b'), await startNode('c')] as const;
    const merchants = await Promise.all(Array.from({ length: 9 }, () => newMerchant(a.service)));

    const prepared = JSON.parse((await run(a, 'keys', 'prepare-master')).output) as { prepared: string };
    const added = (await readFile(a.file, 'utf8')).trim().split('\n').at(-1) ?? '';
    expect(prepared).toMatchObject({ from: idsIn(first)[0], prepared: idsIn(added)[0] });
    expect((await run(c, 'keys', 'prepare-master')).output).toBe(
      (await run(a, 'keys', 'prepare-master')).output,
    );

    await writeFile(b.file, `${first}\n${added}\n`);
    const holdings = async () =>
      (
        JSON.parse((await run(a, 'keys', 'confirm-master')).output) as {
          nodes: { name: string; hasKey: boolean }[];
        }
      ).nodes;
    await eventually(async () =>
      expect((await holdings()).map(({ hasKey }) => hasKey)).toEqual([true, true, false]),
    );
    for (const step of ['confirm-master', 'switch-master']) {
      const { code, errors } = await run(a, 'keys', step);
      expect(code, step).toBe(4);
      expect(errors).toContain(nameOfNode(c.service));
      for (const other of [a, b]) expect(errors).not.toContain(nameOfNode(other.service));
    }
    expect((await listMasterKeyUses(a.service.service.database.db)).map((use) => use.masterKeyId)).toEqual(
      idsIn(first),
    );

    await writeFile(c.file, `${first}\n${added}\n`);
    await eventually(async () => expect((await run(a, 'keys', 'confirm-master')).code).toBe(0));

    const statuses: number[] = [];
    let isOver = false;
    const load = Promise.all(
      merchants.map(async (merchant, index) => {
        const node = nodes[index % nodes.length];
        do {
          statuses.push((await merchant.create({}, node)).status);
          expect(await fetchToken(node ?? a.service, merchant.tenant)).toBeTruthy();
          await createTenant(operatorOf(a.service), (node ?? a.service).service.masterKeys, { name: 'New' });
        } while (!isOver);
      }),
    );
    const { code, errors } = await run(b, 'keys', 'switch-master');
    isOver = true;
    await load;
    expect(code, errors).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await listMasterKeyUses(a.service.service.database.db)).map((use) => use.masterKeyId)).toEqual(
      idsIn(added),
    );
    for (const { url } of nodes) expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const retired = await run(c, 'keys', 'retire-master', idsIn(first)[0] ?? '');
    expect(retired.code).toBe(0);
    expect(idsIn(await readFile(c.file, 'utf8'))).toEqual(idsIn(added));
    expect((await run(c, 'keys', 'switch-master')).errors).toContain('No master key is prepared');
  });

  test('a node that starts without the prepared key keeps the switch from happening, and one that starts after it is refused', async () => {
    const a = await startNode('a');
    await run(a, 'keys', 'prepare-master');
    await eventually(async () => expect((await run(a, 'keys', 'confirm-master')).code).toBe(0));
    const late = await startNode('late');
    const refused = await run(a, 'keys', 'switch-master');
    expect([refused.code, refused.errors]).toEqual([4, expect.stringContaining(nameOfNode(late.service))]);
    await late.service.close();
    nodes.pop();
    expect((await run(a, 'keys', 'switch-master')).code).toBe(0);
    await expect(startNode('too-late')).rejects.toThrow('This database needs the master key');
  });

  test.skipIf(!canMount)(
    'goes on where the file is mounted read-only: the key arrives by another way, and is taken out by it',
    async () => {
      await mkdir(join(directory, 'mount'));
      const a = await startNode('mount/key');
      const { code, errors } = await runReadOnly(a, 'keys', 'prepare-master');
      expect([code, errors]).toEqual([4, expect.stringContaining('cannot be written: add 32 random bytes')]);

      const second = newText();
      await writeFile(a.file, `${first}\n${second}\n`);
      const prepared = await runReadOnly(a, 'keys', 'prepare-master');
      expect(JSON.parse(prepared.output)).toMatchObject({ prepared: idsIn(second)[0] });
      await eventually(async () => expect((await run(a, 'keys', 'confirm-master')).code).toBe(0));
      expect((await runReadOnly(a, 'keys', 'switch-master')).code).toBe(0);
      const retired = await runReadOnly(a, 'keys', 'retire-master', idsIn(first)[0] ?? '');
      expect([retired.code, JSON.parse(retired.output)]).toEqual([0, { forgotten: idsIn(first)[0] }]);
      expect(idsIn(await readFile(a.file, 'utf8'))).toEqual(idsIn(`${first} ${second}`));
    },
    120_000,
  );

  test('works in one command where all nodes read one file', async () => {
    const a = await startNode('shared');
    const [sharedWith] = nodes;
    if (!sharedWith) throw new Error('there is a node');
    const env = { TITULAR_MASTER_KEY_FILE: a.file };
    nodes.push(await startTestService({ env, sharedWith }));
    const { code, errors } = await run(a, 'keys', 'rotate-master');
    expect(code, errors).toBe(0);
    const [, added] = idsIn(await readFile(a.file, 'utf8'));
    const rows = await listNodes(sharedWith.service.database.db);
    expect(rows.every(({ masterKeyIds }) => masterKeyIds.includes(added ?? ''))).toBe(true);
    expect(rows).toHaveLength(2);
  });
});
