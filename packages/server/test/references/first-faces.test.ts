import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@titular/server/kernel/base/log.ts';
import {
  changeSettings,
  defaultSettings,
  parseSettings,
  readSettings,
} from '@titular/server/settings/change-settings.ts';
import { createFirstFaces } from '@titular/server/tenants/watch-first-faces.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const ACCEPTED = 'enrol:i-know-first-face-is-unproven';

let directory: string;
let production: TestService;
let merchant: Merchant;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const file = join(directory, 'production.key');
  await writeFile(file, randomBytes(32).toString('base64'));
  production = await startTestService({
    env: {
      TITULAR_ENV: 'production',
      TITULAR_PUBLIC_URL: 'https://pay.example',
      TITULAR_MASTER_KEY_FILE: file,
    },
  });
  merchant = await newMerchant(production);
});
afterAll(async () => {
  await production.close();
  await rm(directory, { recursive: true, force: true });
});

const owner = () => ({ kind: 'company', ...merchant.tenant }) as const;
const policy = async () => (await readSettings(operatorOf(production), owner()))['template-policy'];
const set = (text: string) =>
  changeSettings(
    operatorOf(production),
    owner(),
    parseSettings('company', new Map([['template-policy', text]])),
  );

/** Companies that the log was told of, at each look that had something to tell, and whether they are warned of. */
function watch(environment: 'test' | 'production') {
  const told: unknown[] = [];
  const log = { warn: (fields: unknown) => told.push(fields) } as unknown as Log;
  return { told, watched: createFirstFaces(production.service.database.db, environment, log) };
}

describe('first faces in production (R65)', () => {
  test('are believed by no company unless its operator says what that means, which is audited', async () => {
    expect(await policy()).toBe('require-reference');
    await expect(set('enrol')).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(`write template-policy=${ACCEPTED}`),
    });
    expect(await policy()).toBe('require-reference');
    await set(ACCEPTED);
    expect(await policy()).toBe('enrol');
    const { db } = production.service.database;
    const entry = await db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'company.settings')
      .orderBy('entry_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.after).toEqual({ 'template-policy': 'enrol', accepted: ['i-know-first-face-is-unproven'] });
    const reset = defaultSettings('company', ['template-policy'], 'production');
    await changeSettings(operatorOf(production), owner(), reset);
    expect(await policy()).toBe('require-reference');
  });

  test('go on to be believed where they were before, and are warned of until that ends', async () => {
    const { db } = production.service.database;
    await db.updateTable('companies').set({ template_policy: 'enrol' }).execute();
    // An unchanged value needs no words.
    await set('enrol');
    const { told, watched } = watch('production');
    await watched.look();
    await watched.look();
    expect([told, watched.areTrusted()]).toEqual([[{ companies: [merchant.tenant.companyId] }], true]);
    await set('require-reference');
    await watched.look();
    expect([told.length, watched.areTrusted()]).toEqual([1, false]);
  });

  test('are told of in production alone', async () => {
    const { db } = production.service.database;
    await db.updateTable('companies').set({ template_policy: 'enrol' }).execute();
    const { told, watched } = watch('test');
    await watched.look();
    expect([told, watched.areTrusted()]).toEqual([[], false]);
  });
});
