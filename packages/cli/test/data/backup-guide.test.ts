import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newCpf } from '@titular/test-kit';
import { type FollowedPage, followPage } from '@titular/test-kit/pages/follow-page.ts';
import { type ServiceProcess, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFixture, embeddedEnvironment, openDataFixture, openDemo } from './data-fixture.ts';

const LONG_MS = 720_000;
const LEDGER = 'erasures.ledger';
const REPEATED = 'erasures that the database had lost were repeated';
const identity = { key: 'cpf', value: newCpf() };

let fixture: DataFixture;
let original: string;
let service: ServiceProcess;
let guide: FollowedPage;
let transactionId: string;

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
  guide = await followPage('operations/backup.md', readerIn(original));
  await guide.shell('embedded-backup');
  expect((await merchant.call('POST', 'persons/erasures', { identity })).status).toBe(200);
  // As the page says: after each erasure.
  await copyFile(join(original, LEDGER), join(fixture.at('safe'), LEDGER));
}, LONG_MS);

afterAll(async () => {
  await service?.kill();
  await guide?.close();
  await fixture.drop();
});

/** Starts the service on a restored directory: the person is out of it when it is ready, and the log says so. */
async function startRestored(directory: string): Promise<void> {
  const again = await startServiceProcess(embeddedEnvironment(directory));
  try {
    expect(again.output()).toContain(REPEATED);
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
    expect(guide.text).toContain(REPEATED);
    await startRestored(fixture.at('restored'));
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
