import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataFixture, openDataFixture } from './data-fixture.ts';

let fixture: DataFixture;
let directory: string;

beforeAll(async () => {
  fixture = await openDataFixture();
  // As the loss of /var/lib/titular leaves it, or a removal that was interrupted.
  directory = await fixture.makeDirectory('lost');
  await writeFile(join(directory, 'instance-id'), `${randomBytes(16).toString('hex')}\n`);
  await writeFile(join(directory, 'demo.json'), '{}');
});
afterAll(() => fixture.drop());

test('a restore goes on where the database is gone, as far as its backup (S47)', async () => {
  const ran = await fixture.run(directory, 'data', 'restore', fixture.at('no-backup'));
  expect(ran).toMatchObject({ code: 5, errors: expect.stringContaining('is no whole backup') });
  expect(await readdir(directory)).toContain('instance-id');
});

test('a removal ends what an interrupted one began', async () => {
  const removed = await fixture.ask(directory, 'data', 'remove', '--yes');
  expect(removed).toMatchObject({ bytes: 0 });
  expect(await readdir(directory)).toEqual([]);
  expect((await fixture.run(directory, 'data', 'remove', '--yes')).code).toBe(3);
});
