import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginLedger } from '@titular/server/erasure/ledger/ledger-file.ts';
import { newCpf } from '@titular/test-kit';
import { type ServiceProcess, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DataFixture,
  type DemoMerchant,
  embeddedEnvironment,
  openDataFixture,
  openDemo,
} from './data-fixture.ts';

const LONG_MS = 720_000;
const LEDGER = 'erasures.ledger';

let fixture: DataFixture;
let original: string;
let service: ServiceProcess;
let merchant: DemoMerchant;
/** The person who is erased after the backup, and a transaction of theirs. */
const person = newCpf();
let transactionId: string;
let erasure: Record<string, unknown>;
let backup: Record<string, unknown>;

/** Creates transactions one after the other until it is told to stop; a request that fails ends the test. */
function createAlong(): { stop(): Promise<number> } {
  let [isStopped, created] = [false, 0];
  const creating = (async () => {
    for (; !isStopped; created += 1) await merchant.create();
  })();
  creating.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await creating;
      return created;
    },
  };
}

beforeAll(async () => {
  fixture = await openDataFixture();
  original = await fixture.makeDirectory('original');
  service = await startServiceProcess(embeddedEnvironment(original));
  await fixture.ask(original, 'settings', 'set', 'rate-per-second=1000', 'rate-burst=1000');
  merchant = await openDemo(service.url, original);
  ({ id: transactionId } = await merchant.create({ identity: { key: 'cpf', value: person } }));
  const load = createAlong();
  backup = await fixture.ask(original, 'data', 'backup', fixture.at('backup'));
  expect(await load.stop()).toBeGreaterThan(0);
  const erased = await merchant.call('POST', 'persons/erasures', { identity: { key: 'cpf', value: person } });
  expect(erased.status).toBe(200);
  erasure = erased.body;
}, LONG_MS);

afterAll(async () => {
  await service?.kill();
  await fixture.drop();
});

/** Does something to a file of the backup for as long as the work takes. */
async function whileSpoilt<T>(
  name: string,
  damage: (file: string) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const file = join(fixture.at('backup'), name);
  const before = await readFile(file).catch(() => undefined);
  await damage(file);
  try {
    return await work();
  } finally {
    if (before) await writeFile(file, before);
    else await rm(file);
  }
}

const hasDatabase = (directory: string): boolean => existsSync(join(directory, 'database/cluster'));

describe('a backup of the embedded database', () => {
  test('is made while the service is used, has neither master key nor ledger, and says which key it needs (S47)', async () => {
    const [manifest, key] = [
      await readFile(join(fixture.at('backup'), 'manifest.json'), 'utf8'),
      (await readFile(join(original, 'master.key'), 'utf8')).trim(),
    ];
    expect(backup).toMatchObject({
      hasMasterKey: false,
      masterKeyIds: [expect.stringMatching(/^[0-9a-f]{16}$/)],
    });
    expect(backup['lastHash']).toMatch(/^[0-9a-f]{64}$/);
    const names = await readdir(fixture.at('backup'), { recursive: true });
    expect(names).not.toContain('master.key');
    expect(names).not.toContain(LEDGER);
    expect(names.filter((name) => /postmaster|backup_label|\.lock|socket/.test(name))).toEqual([]);
    const [first] = JSON.parse(manifest).parts;
    expect(Object.keys(first).sort()).toEqual(['bytes', 'path', 'sha256']);
    for (const name of names.filter((one) => !one.startsWith('cluster/')))
      if (name.includes('.'))
        expect(await readFile(join(fixture.at('backup'), name), 'utf8')).not.toContain(key);
  });

  test(
    'has the master key where that is asked for, and says so',
    async () => {
      const ran = await fixture.run(original, 'data', 'backup', fixture.at('with-key'), '--with-master-key');
      expect(ran.output).toContain('CONTAINS the master key');
      const place = await fixture.makeDirectory('from-key', original, LEDGER);
      expect(await fixture.ask(place, 'data', 'restore', fixture.at('with-key'))).toMatchObject({
        dataDirectory: place,
      });
      expect(await readFile(join(place, 'master.key'))).toEqual(await readFile(join(original, 'master.key')));
    },
    LONG_MS,
  );

  test('never takes the place of something else', async () => {
    const ran = await fixture.run(original, 'data', 'backup', fixture.at('backup'));
    expect(ran).toMatchObject({ code: 5, errors: `${fixture.at('backup')} exists; name a new directory.\n` });
    const nowhere = await fixture.run(original, 'data', 'backup', fixture.at('no/where'));
    expect(nowhere.errors).toContain(`There is no directory ${fixture.at('no')}`);
    const empty = await fixture.makeDirectory('never-used');
    expect((await fixture.run(empty, 'data', 'backup', fixture.at('of-nothing'))).code).toBe(3);
  });

  test(
    'that is killed at any step leaves nothing under its name, and the next one removes what is left, whatever its own name is (R93, S47)',
    async () => {
      const target = fixture.at('whole');
      for (const [day, step] of ['', '/cluster/base/1', '/copy.log'].entries()) {
        const killed = fixture.at(`killed-${day}`);
        const { child, ended } = fixture.start(original, 'data', 'backup', killed);
        await eventually(() => expect(existsSync(`${killed}.partial${step}`)).toBe(true));
        child.kill('SIGKILL');
        await ended;
        expect(existsSync(killed)).toBe(false);
        const place = fixture.at('of-killed');
        const refused = await fixture.run(place, 'data', 'restore', `${killed}.partial`);
        expect(refused).toMatchObject({ code: 5, errors: expect.stringContaining('is no whole backup') });
        expect(hasDatabase(place)).toBe(false);
      }
      await fixture.ask(original, 'data', 'backup', target);
      expect((await readdir(fixture.root)).filter((name) => name.endsWith('.partial'))).toEqual([]);
      expect(await fixture.ask(original, 'data', 'verify', target)).toMatchObject({ backup: target });
      expect((await merchant.create()).id).toBeTruthy();
    },
    LONG_MS,
  );
});

describe('a restore', () => {
  const damages: [string, string, RegExp, (file: string) => Promise<unknown>][] = [
    ['without a manifest', 'manifest.json', /is no whole backup/, (file) => rm(file)],
    ['whose manifest was cut off', 'manifest.json', /is damaged/, (file) => truncate(file, 5_000)],
    ['with a part that is gone', 'cluster/PG_VERSION', /lacks cluster\/PG_VERSION/, (file) => rm(file)],
    [
      'with a part that was cut off',
      'cluster/global/pg_control',
      /cluster\/global\/pg_control .* has 100 bytes instead of 8192/,
      (file) => truncate(file, 100),
    ],
    [
      'with one changed byte',
      'passwords.json',
      /passwords\.json .* was altered/,
      async (file) => {
        const bytes = await readFile(file);
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
    [
      'with a part that nobody wrote',
      'cluster/extra',
      /has the file cluster\/extra/,
      (file) => appendFile(file, 'x'),
    ],
    [
      'that claims another last hash of the audit log',
      'manifest.json',
      /is not the one that was backed up\. Last hash of the audit log/,
      async (file) => {
        const manifest = JSON.parse(await readFile(file, 'utf8'));
        manifest.facts.audit.lastHash = '0'.repeat(64);
        await writeFile(file, JSON.stringify(manifest));
      },
    ],
  ];

  test.each(damages)(
    'of a backup %s is refused, and leaves no database (S47)',
    async (title, name, sentence, damage) => {
      const place = await fixture.makeDirectory(title.replaceAll(' ', '-'), original, 'master.key', LEDGER);
      const ran = await whileSpoilt(name, damage, () =>
        fixture.run(place, 'data', 'restore', fixture.at('backup')),
      );
      expect(ran.errors).toMatch(sentence);
      expect(ran).toMatchObject({ code: 5, output: '' });
      expect(hasDatabase(place)).toBe(false);
    },
    LONG_MS,
  );

  test('needs the right master key and a place without a database (S47)', async () => {
    const keyless = await fixture.makeDirectory('keyless', original, LEDGER);
    const [id] = backup['masterKeyIds'] as string[];
    const without = await fixture.run(keyless, 'data', 'restore', fixture.at('backup'));
    expect(without).toMatchObject({
      code: 4,
      errors: expect.stringContaining(`needs the master key ${id}, but none`),
    });
    await writeFile(join(keyless, 'master.key'), `${'A'.repeat(43)}=\n`);
    const wrong = await fixture.run(keyless, 'data', 'restore', fixture.at('backup'));
    expect(wrong).toMatchObject({
      code: 4,
      errors: expect.stringContaining(`needs the master key ${id}, but at hand`),
    });
    expect(hasDatabase(keyless)).toBe(false);
    const taken = await fixture.run(original, 'data', 'restore', fixture.at('backup'));
    expect(taken).toMatchObject({ code: 5, errors: expect.stringContaining('has a database already') });
  });

  test(
    'that is killed leaves no database, and the next one makes it (S47)',
    async () => {
      const place = await fixture.makeDirectory('killed-restore', original, 'master.key', LEDGER);
      const isBegun = async (file: string): Promise<boolean> =>
        (await readdir(join(place, 'database')).catch((): string[] => [])).some(
          (name) => name.startsWith('cluster.new-') && existsSync(join(place, 'database', name, file)),
        );
      for (const step of ['cluster/base', 'copy.log']) {
        const { child, ended } = fixture.start(place, 'data', 'restore', fixture.at('backup'));
        await eventually(async () => expect(await isBegun(step)).toBe(true));
        child.kill('SIGKILL');
        await ended;
        expect(hasDatabase(place)).toBe(false);
      }
      expect(await fixture.ask(place, 'data', 'restore', fixture.at('backup'))).toMatchObject({
        lastHash: backup['lastHash'],
      });
      expect((await readdir(join(place, 'database'))).filter((name) => name.startsWith('cluster.'))).toEqual(
        [],
      );
    },
    LONG_MS,
  );

  test(
    'without the erasure ledger is refused unless that is accepted, and so is one that begins too late (S48)',
    async () => {
      const place = await fixture.makeDirectory('no-ledger', original, 'master.key');
      const refused = await fixture.run(place, 'data', 'restore', fixture.at('backup'));
      expect(refused).toMatchObject({
        code: 4,
        errors: expect.stringContaining('There is no erasure ledger at'),
      });
      expect(refused.errors).toContain('--without-ledger');
      const late = await fixture.makeDirectory('late-ledger', original, 'master.key');
      const begun = fixture.at('another.ledger');
      await beginLedger(begun, new Date());
      const tooLate = await fixture.run(late, 'data', 'restore', fixture.at('backup'), '--ledger', begun);
      expect(tooLate).toMatchObject({
        code: 4,
        errors: expect.stringMatching(/is not the one of this database/),
      });
      expect([hasDatabase(place), hasDatabase(late)]).toEqual([false, false]);
      await fixture.ask(place, 'data', 'restore', fixture.at('backup'), '--without-ledger');
      expect(await fixture.run(place, 'data', 'verify')).toMatchObject({
        code: 5,
        errors: expect.stringContaining('There is no erasure ledger'),
      });
      expect((await fixture.run(place, 'data', 'verify', '--without-ledger')).code).toBe(0);
    },
    LONG_MS,
  );

  test(
    'gives the same database, and the start repeats the erasures since, before it is ready (S47, S48)',
    async () => {
      const place = await fixture.makeDirectory('restored', original, 'master.key');
      const ledger = join(original, LEDGER);
      // Ends the restore after its database was examined.
      await mkdir(join(place, 'demo.json.restored'));
      const ended = await fixture.run(place, 'data', 'restore', fixture.at('backup'), '--ledger', ledger);
      expect([ended.code === 0, existsSync(join(place, LEDGER)), hasDatabase(place)]).toEqual([
        false,
        false,
        false,
      ]);
      await rm(join(place, 'demo.json.restored'), { recursive: true });
      const restored = await fixture.ask(place, 'data', 'restore', fixture.at('backup'), '--ledger', ledger);
      expect(restored).toMatchObject({ lastHash: backup['lastHash'], erasuresToRepeat: 1 });
      expect(await fixture.ask(place, 'data', 'verify')).toMatchObject({ erasuresToRepeat: 1 });
      const again = await startServiceProcess(embeddedEnvironment(place));
      try {
        const there = await openDemo(again.url, place);
        const read = await there.call('GET', `persons/erasures/${erasure['id']}`);
        expect(read.body).toEqual(erasure);
        const found = await there.call('GET', `walletid/transactions/${transactionId}`);
        expect(found.body).toEqual(
          (await merchant.call('GET', `walletid/transactions/${transactionId}`)).body,
        );
        expect(JSON.stringify(found.body)).not.toContain(person);
        const left = await there.call('POST', 'persons/erasures', {
          identity: { key: 'cpf', value: person },
        });
        expect(left.body['counts']).toMatchObject({ transactions: 0 });
      } finally {
        await again.kill();
      }
      expect(await fixture.ask(place, 'data', 'verify')).toMatchObject({ erasuresToRepeat: 0 });
      expect((await fixture.run(place, 'audit', 'verify')).code).toBe(0);
      const repeated = (await fixture.ask(place, 'audit', 'list')) as unknown as {
        after: object;
        action: string;
      }[];
      expect(
        repeated.filter(({ action }) => action === 'person.erase').map(({ after }) => after),
      ).toContainEqual(expect.objectContaining({ repeated: true }));
    },
    LONG_MS,
  );
});

describe('removing the data', () => {
  test(
    'names what goes and what stays, asks, and is refused while a service runs',
    async () => {
      const running = await fixture.run(original, 'data', 'remove', '--yes');
      expect(running).toMatchObject({ code: 2, errors: expect.stringContaining('is in use by process') });
      expect(hasDatabase(original)).toBe(true);
      const place = await fixture.makeDirectory('to-remove', original, 'master.key', LEDGER);
      const waived = await fixture.run(place, 'data', 'restore', fixture.at('backup'), '--without-ledger');
      expect(waived.output + waived.errors).toContain('The next start repeats the erasures since the backup');
      const unasked = await fixture.run(place, 'data', 'remove');
      expect(unasked).toMatchObject({ code: 4, errors: expect.stringContaining(join(place, 'database')) });
      expect(unasked.errors).toContain('demo.json');
      expect(hasDatabase(place)).toBe(true);
      const removed = await fixture.ask(place, 'data', 'remove', '--yes');
      expect(removed['kept']).toEqual([join(place, 'master.key'), join(place, LEDGER)]);
      expect((await readdir(place)).sort()).toEqual([LEDGER, 'master.key']);
      expect((await fixture.run(place, 'data', 'remove', '--yes')).code).toBe(3);
    },
    LONG_MS,
  );
});
