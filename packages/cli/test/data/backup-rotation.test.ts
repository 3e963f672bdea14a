import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectMasterKeys } from '@titular/cli/commands/data/backed-up-keys.ts';
import { addMasterKey, loadMasterKeys, removeMasterKey } from '@titular/server/tenants/index.ts';
import { type ServiceProcess, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataFixture, embeddedEnvironment, openDataFixture } from './data-fixture.ts';

const LONG_MS = 720_000;

let fixture: DataFixture;
let original: string;
let service: ServiceProcess;

beforeAll(async () => {
  fixture = await openDataFixture();
  original = await fixture.makeDirectory('original');
  service = await startServiceProcess(embeddedEnvironment(original));
}, LONG_MS);

afterAll(async () => {
  await service?.kill();
  await fixture.drop();
});

describe('a backup with the master key', () => {
  test(
    'has the keys that its copy needs, also where they are rotated and retired before it has its name (R89, R92)',
    async () => {
      const target = fixture.at('rotated');
      const { child, ended } = fixture.start(original, 'data', 'backup', target, '--with-master-key');
      // The copy of the database is made, and what it holds is not read yet.
      await eventually(() => expect(existsSync(`${target}.partial/copy.log`)).toBe(true));
      child.kill('SIGSTOP');
      const rotation = await fixture.ask(original, 'keys', 'rotate-master');
      await fixture.ask(original, 'keys', 'retire-master', String(rotation['from']));
      child.kill('SIGCONT');
      expect(await ended).toMatchObject({ code: 0 });

      const inBackup = await loadMasterKeys(join(target, 'master.key'), false);
      expect(inBackup.map(({ id }) => id)).toEqual([rotation['from'], rotation['to']]);
      const place = await fixture.makeDirectory('restored', original, 'erasures.ledger');
      await fixture.ask(place, 'data', 'restore', target);
      expect((await fixture.run(place, 'data', 'verify')).code).toBe(0);
    },
    LONG_MS,
  );

  test('is refused where a key that the copy needs is in no reading of the file (R89)', async () => {
    const file = fixture.at('keys');
    await writeFile(file, await readFile(join(original, 'master.key')));
    const keysForCopy = await collectMasterKeys(file);
    const { id } = await addMasterKey(file);
    await removeMasterKey(file, id);
    await expect(keysForCopy([id])).rejects.toMatchObject({
      kind: 'forbidden',
      message: `The copy needs the master key ${id}, which ${file} does not hold: if a rotation was under way, make the backup again.`,
    });
  });
});
