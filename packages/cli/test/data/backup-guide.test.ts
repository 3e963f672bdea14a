import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newCpf } from '@titular/test-kit';
import { type FollowedPage, followPage } from '@titular/test-kit/pages/follow-page.ts';
import { type ServiceProcess, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFixture, embeddedEnvironment, openDataFixture, openDemo } from './data-fixture.ts';

const LONG_MS = 720_000;
const LEDGER = 'erasures.ledger';
const REPEATED = 'erasures that the database had lost were repeated';
const ACTS_REPEATED = 'acts that the database had lost were repeated';
const OLDER = 'the database was older than its erasure ledger';
const identity = { key: 'cpf', value: newCpf() };

let fixture: DataFixture;
let original: string;
let service: ServiceProcess;
let guide: FollowedPage;
let transactionId: string;
let backedUpAt: string;
/** A transaction that was held after the backup, and another one that was not. */
let held: string;
let other: string;
/** Whose faces were disputed after the backup. */
const disputed = newCpf();

/** What a reader of the pages has set. */
const readerIn = (directory: string) => ({
  ...embeddedEnvironment(directory),
  BACKUPS: fixture.at('backups'),
  SAFE: fixture.at('safe'),
  RESTORED: fixture.at('restored'),
});

beforeAll(async () => {
  fixture = await openDataFixture();
  original = await fixture.makeDirectory('original');
  for (const name of ['backups', 'safe']) await mkdir(fixture.at(name), { mode: 0o711 });
  service = await startServiceProcess(embeddedEnvironment(original));
  const merchant = await openDemo(service.url, original);
  ({ id: transactionId } = await merchant.create({ identity }));
  // The banner names the real place.
  expect(service.output()).toMatch(new RegExp(`^ +Database +${join(original, 'database')}$`, 'm'));
  held = (await merchant.create()).id;
  other = (await merchant.create()).id;
  guide = await followPage('operations/backup.md', readerIn(original));
  await fixture.ask(original, 'service-accounts', 'create', 'old-till', '--no-key', '--no-secret');
  backedUpAt = new Date().toISOString();
  await guide.shell('embedded-backup');
  await fixture.ask(original, 'holds', 'place', held, '--reference', 'case-1');
  await guide.shell('list-lost', { BACKED_UP_AT: backedUpAt });
  expect((await merchant.call('POST', 'persons/erasures', { identity })).status).toBe(200);
  // As the page says: after each erasure.
  await copyFile(join(original, LEDGER), join(fixture.at('safe'), LEDGER));
}, LONG_MS);

afterAll(async () => {
  await service?.kill();
  await guide?.close();
  await fixture.drop();
});

/** Starts the service without jobs on a restored directory: the person is out of it when it is ready, and the log says so. */
async function startRestored(directory: string): Promise<void> {
  const again = await startServiceProcess({ ...embeddedEnvironment(directory), TITULAR_ROLE: 'api' });
  try {
    for (const sentence of [REPEATED, ACTS_REPEATED, OLDER]) expect(again.output()).toContain(sentence);
    const merchant = await openDemo(again.url, directory);
    const { body } = await merchant.call('GET', `walletid/transactions/${transactionId}`);
    expect(JSON.stringify(body)).not.toContain(identity.value);
    const { body: nobody } = await merchant.call('POST', 'persons/erasures', { identity });
    expect(nobody['counts']).toMatchObject({ transactions: 0 });
  } finally {
    await again.kill();
  }
}

test(
  'the guide to backups is right about the embedded database, whose erased persons stay out (S47, S48)',
  async () => {
    const restored = await guide.shell('embedded-restore');
    expect(restored).toMatch(/erasuresToRepeat +1\b/);
    expect(restored).toMatch(/actsToRepeat +1\b/);
    for (const sentence of [REPEATED, OLDER]) expect(guide.text).toContain(sentence);
    await writeFile(fixture.at('identity.txt'), `${disputed}\n`);
    const lost = { TRANSACTION: other, CASE: 'case-2', IDENTITY_FILE: fixture.at('identity.txt') };
    expect(await guide.shell('hold-again', lost)).toMatch(/held +yes/);
    await guide.shell('retire-again', { ACCOUNT: 'old-till' });
    await startRestored(fixture.at('restored'));
  },
  LONG_MS,
);

test(
  'the guide to what a restore undoes is right: holds are there before a job runs, and what else is lost can be found (R13, R89, R93)',
  async () => {
    expect(await readFile(fixture.at('safe/lost.json'), 'utf8')).toContain('hold.place');
    const look = await guide.shell('look');
    for (const id of [held, other]) expect(look).toContain(id);
    expect(look).toMatch(/service:erasure-ledger.*hold\.place|hold\.place.*service:erasure-ledger/);
    const compared = await guide.shell('compare', { BACKED_UP_AT: '7d' });
    expect(compared).toContain(held);
    const accounts = await fixture.ask(fixture.at('restored'), 'service-accounts', 'show', 'old-till');
    expect(JSON.stringify(accounts)).toMatch(/"(?:isActive|active|enabled)":false|disabled/);
    // The rest needs programs of Debian, and is followed there.
    expect(guide.left()).toEqual(['dump', 'restore-dump', 'configure-archive', 'archive', 'restore-archive']);
  },
  LONG_MS,
);

test(
  'the runbook of a restore after erasures is right (S48, S64)',
  async () => {
    const place = await fixture.makeDirectory('after', original, 'master.key');
    await fixture.ask(place, 'data', 'restore', join(fixture.at('backups'), 'monday'), '--without-ledger');
    const runbook = await followPage('operations/runbooks/restore-after-erasure.md', readerIn(place));
    try {
      const seen = await runbook.run('see');
      expect(seen).toMatchObject({
        code: 5,
        errors: expect.stringContaining('There is no erasure ledger at'),
      });
      expect(runbook.text).toContain('There is no erasure ledger at');
      expect(await runbook.shell('bring-ledger')).toMatch(/erasuresToRepeat +1\b/);
      await startRestored(place);
      expect(runbook.text).toContain(REPEATED);
      const over = await runbook.shell('over');
      expect(over).toMatch(/erasuresToRepeat +0\b/);
      expect(over).toMatch(/service:erasure-ledger.*person\.erase|person\.erase.*service:erasure-ledger/);
      expect(runbook.left()).toEqual([]);
    } finally {
      await runbook.close();
    }
  },
  LONG_MS,
);
