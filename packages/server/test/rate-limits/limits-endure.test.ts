import { randomBytes } from 'node:crypto';
import {
  rotateSigningKeys,
  SIGNED_LIFETIMES,
} from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import { rewrapSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { rewrapDeploymentKeys } from '@titular/server/tenants/keys/deployment-keys.ts';
import { fixedMasterKeys, type MasterKey, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { rewrapTenants, rotateMasterKey } from '@titular/server/tenants/keys/rotate-master-key.ts';
import {
  addTenant,
  createManualClock,
  fetchToken,
  type ManualClock,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checked } from '../transactions/api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const POLICY = { ratePerSecond: 1, rateBurst: 20 };

const masterKeyTexts = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));

let clock: ManualClock;
let owner: TestService;
let target: TestService;

beforeEach(async () => {
  clock = createManualClock();
  owner = await startTestService({ env: { TITULAR_MASTER_KEY: masterKeyTexts.join(',') } });
  target = await startTarget();
});
afterEach(async () => {
  await target.close();
  await owner.close();
});

/** The process that serves; the other one only keeps the database. */
const startTarget = (): Promise<TestService> =>
  startTestService({ clock, sharedWith: owner, env: { TITULAR_MASTER_KEY: masterKeyTexts.join(',') } });

/** How many of forty requests at once are let in; the others are refused as the rate does. */
async function countAccepted(token: string, count = 40): Promise<number> {
  const read = async () => {
    const address = `${target.url}/api/public/v1/walletid/transactions/${unknownId}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    return checked('readTransaction', answer);
  };
  const answers = await Promise.all(Array.from({ length: count }, read));
  for (const { status, body } of answers) expect(body['code']).toBe(status === 429 ? '42901' : '40401');
  return answers.filter(({ status }) => status === 404).length;
}

const EVENTS: readonly [string, () => Promise<unknown>][] = [
  [
    'a restart',
    async () => {
      await target.close();
      target = await startTarget();
    },
  ],
  ['a clock set forwards by an hour', async () => clock.advanceSeconds(3_600)],
  ['a clock set back by an hour', async () => clock.advanceSeconds(-3_600)],
  [
    'a rotation of the keys that sign',
    () =>
      rotateSigningKeys(
        { ...operatorOf(target), clock },
        target.service.masterKeys,
        SIGNED_LIFETIMES,
        'access-token',
      ),
  ],
  [
    'a rotation of the master key',
    async () => {
      const [from, to] = masterKeyTexts.map(parseMasterKey) as [MasterKey, MasterKey];
      const keys = await fixedMasterKeys(from, to);
      await rotateMasterKey(
        operatorOf(target),
        keys,
        [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
        async () => to,
        () => undefined,
      );
    },
  ],
];

describe('the budget of a tenant', () => {
  test.each(EVENTS)('gives nothing away and locks nobody out at %s (R67)', async (_event, happen) => {
    const tenant = await addTenant(owner, POLICY);
    const token = await fetchToken(target, tenant);
    const start = performance.now();
    const before = await countAccepted(token);
    await happen();
    const newToken = await fetchToken(target, tenant);
    const after = await countAccepted(newToken);
    const seconds = (performance.now() - start) / 1000;
    expect(before).toBeGreaterThanOrEqual(POLICY.rateBurst);
    expect(before + after).toBeLessThanOrEqual(POLICY.rateBurst + POLICY.ratePerSecond * seconds);
    await eventually(async () => expect(await countAccepted(newToken, 1)).toBe(1));
  });
});
