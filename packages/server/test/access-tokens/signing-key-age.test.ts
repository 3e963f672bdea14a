import {
  rotateAgedSigningKeys,
  rotateSigningKeys,
} from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import { listSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-key-store.ts';
import { SIGNING_PURPOSES } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { accessTokenTasks } from '@titular/server/access-tokens/tokens/access-token-tasks.ts';
import { createAccessTokens } from '@titular/server/access-tokens/tokens/create-access-tokens.ts';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

const DAY = 86_400;
const MAX_AGE_DAYS = 90;
const lifetimes = { 'access-token': 3_600, 'sdk-token': 1_800, receipt: 3_600 };

let bench: TokenBench;
beforeEach(async () => {
  bench = await openTokenBench();
  bench.clock.advanceSeconds(600);
});
afterEach(() => bench.drop());

const rotate = (clock = bench.clock) =>
  rotateSigningKeys({ ...bench.operator, clock }, bench.masterKeys, lifetimes, 'access-token');
const rotateAged = () => rotateAgedSigningKeys(bench.operator, bench.masterKeys, lifetimes, MAX_AGE_DAYS);
const storedIds = async (): Promise<string[]> => (await listSigningKeys(bench.db)).map((key) => key.keyId);
const moveTo = (at: Date, seconds: number): void =>
  bench.clock.advanceSeconds((at.getTime() - bench.clock.now().getTime()) / 1000 + seconds);

const runTask = (name: 'delete-retired-signing-keys' | 'rotate-signing-keys') =>
  accessTokenTasks({ ...bench, lifetimes, signingKeyDays: MAX_AGE_DAYS })[name]?.({}, {} as never);

test('a retired key is deleted at its end and not a second before (R12)', async () => {
  const { retiredKeyIds, retiredAt } = await rotate();
  const all = await storedIds();
  moveTo(retiredAt, -1);
  await runTask('delete-retired-signing-keys');
  expect(await storedIds()).toEqual(all);
  moveTo(retiredAt, 0);
  await runTask('delete-retired-signing-keys');
  expect(await storedIds()).toEqual(all.filter((id) => !retiredKeyIds.includes(id)));
});

describe('a rotation by age', () => {
  test('makes one key for each purpose, whatever number of times it is due', async () => {
    bench.clock.advanceSeconds(MAX_AGE_DAYS * DAY + 1);
    const before = await storedIds();
    for (let times = 0; times < 3; times += 1) await runTask('rotate-signing-keys');
    expect(await storedIds()).toHaveLength(before.length + SIGNING_PURPOSES.length);
  });

  test('rotates only the purpose whose newest key is older than set', async () => {
    bench.clock.advanceSeconds(50 * DAY);
    await rotate();
    bench.clock.advanceSeconds(40 * DAY);
    expect(await rotateAged()).toEqual(['sdk-token', 'receipt']);
    bench.clock.advanceSeconds(50 * DAY + 1);
    expect(await rotateAged()).toEqual(['access-token']);
    expect(await rotateAged()).toEqual([]);
  });

  test('that is due in four processes at once makes one key for each purpose', async () => {
    bench.clock.advanceSeconds(MAX_AGE_DAYS * DAY + 1);
    const before = await storedIds();
    await Promise.all([rotateAged(), rotateAged(), rotateAged(), rotateAged()]);
    expect(await storedIds()).toHaveLength(before.length + SIGNING_PURPOSES.length);
  });

  test('leaves what was signed just before it good for its whole life (R12)', async () => {
    bench.clock.advanceSeconds(MAX_AGE_DAYS * DAY + 1);
    const token = await bench.issue();
    await runTask('rotate-signing-keys');
    bench.clock.advanceSeconds(3_599);
    expect(await bench.verify(token)).toBeDefined();
    expect(decodeProtectedHeader(await bench.issue()).kid).not.toBe(decodeProtectedHeader(token).kid);
  });
});

describe('two rotations one after the other (R12)', () => {
  /** No token may be refused before it expires, whenever it is taken and by whichever key it is signed. */
  async function expectWholeLives(until: Date): Promise<void> {
    const other = await createAccessTokens(bench);
    const held: { token: string; expiresAtMs: number }[] = [];
    while (bench.clock.now() <= until) {
      held.push({ token: await bench.issue(), expiresAtMs: bench.clock.now().getTime() + 3_600_000 });
      bench.clock.advanceSeconds(599);
      const good = held.filter((one) => one.expiresAtMs > bench.clock.now().getTime());
      const checks = await Promise.all(good.map((one) => other.verify(one.token, '127.0.0.1')));
      expect(checks.filter((check) => check.kind !== 'valid')).toEqual([]);
    }
  }

  test.each([
    ['by clocks that agree', 1],
    ['in the same millisecond', 0],
    ['the second by a clock that is some seconds behind', -5],
  ])('%s refuse no token before its time', async (_what, seconds) => {
    await rotate();
    const nowMs = bench.clock.now().getTime();
    const { retiredAt } = await rotate({
      ...bench.clock,
      now: () => new Date(nowMs + seconds * 1000),
    });
    await expectWholeLives(new Date(retiredAt.getTime() + 3_600_000));
  });
});
