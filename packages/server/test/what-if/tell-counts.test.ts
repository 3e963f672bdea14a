import { randomBytes } from 'node:crypto';
import type { LeftOut } from '@titular/contract';
import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { newWrappedDataKey, openDataKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { type Counted, countNothing } from '@titular/server/what-if/count-ends.ts';
import { offsetsOf, tellCounts } from '@titular/server/what-if/tell-counts.ts';
import { describe, expect, test } from 'vitest';

const OFFSETS = [0, 1, 2, 3, 4];
const FROM = { status: 'approved', reason: 'matches_reference' };

/** Counts of kinds by what the ends would be, and of causes. */
function counted(
  judged: number,
  kinds: Record<string, number>,
  causes: Partial<Record<LeftOut, number>> = {},
) {
  const all: Counted = { ...countNothing(), judged };
  for (const [reason, count] of Object.entries(kinds))
    all.kinds.set(reason, { from: FROM, to: { status: 'inconclusive', reason }, count });
  for (const [cause, count] of Object.entries(causes)) all.leftOut.set(cause as LeftOut, count);
  return all;
}
const tell = (all: Counted, offset: number) => tellCounts(all, () => offset);

describe('counts that are told', () => {
  test('are the same with a lone end of a kind or cause of its own as without it, wherever they are rounded (F3)', () => {
    for (const offset of OFFSETS) {
      const without = tell(counted(100, { face_differs: 30 }, { ended_before: 40 }), offset);
      const kinds = { face_differs: 30, virtual_camera: 1 };
      expect(tell(counted(100, kinds, { ended_before: 40, erased: 1 }), offset)).toEqual(without);
      expect(without).toMatchObject({ otherKinds: null, otherCauses: null });
    }
  });

  test('are folded while few, and their sum is rounded as others are (F3)', () => {
    const many = { a: 4, b: 4, c: 4, d: 4, e: 40 };
    for (const offset of OFFSETS) {
      const { kinds, otherKinds } = tell(counted(100, many), offset);
      expect(kinds.map(({ to }) => to.reason)).toEqual(['e']);
      expect(otherKinds).toBe(offset === 0 || offset === 1 ? 15 : 10);
    }
  });

  test('never exceed the exact count, are less by 8 at most, and hide an edge in each of five places (F3)', () => {
    const edges = new Set<number>();
    for (const offset of OFFSETS)
      for (let exact = 1; exact <= 60; exact += 1) {
        const told = tell(counted(100, { a: exact }), offset).kinds[0]?.count;
        if (told === undefined) expect(exact).toBeLessThan(9);
        else expect([told <= exact, exact - told <= 8, told % 5]).toEqual([true, true, 0]);
        if (told === 5) edges.add(exact);
      }
    expect([...edges].toSorted((one, other) => one - other)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  test('say nothing at all of too few ends, and where that begins is not known either (F3)', () => {
    for (const offset of OFFSETS) {
      const few = tell(counted(49 + offset, { a: 40 }, { ended_before: 9_000 }), offset);
      const nothing = {
        isTooFew: true,
        judged: null,
        kinds: [],
        otherKinds: null,
        leftOut: [],
        otherCauses: null,
      };
      expect(few).toEqual(nothing);
      expect(tell(counted(50 + offset, { a: 40 }), offset)).toMatchObject({ isTooFew: false, judged: 50 });
    }
  });

  test('are rounded from a place that the key of the tenant, company, day and kind decide alone (F3)', async () => {
    const tenantId = newId(0) as TenantId;
    const master = parseMasterKey(randomBytes(32).toString('base64'));
    const keys = await fixedMasterKeys(master);
    const open = () => openDataKey(keys, tenantId, newWrappedDataKey(master, tenantId));
    const [key, other] = [await open(), await open()];
    const [one, two] = [newId(0), newId(1)] as CompanyId[];
    const list = (by: typeof key, company = one, day = 1, name = 'kind') =>
      Array.from({ length: 60 }, (_, n) =>
        offsetsOf(by, company as CompanyId, new Date(Date.UTC(2026, 0, day + n)))(name),
      ).join('');
    const given = list(key);
    expect(list(key)).toBe(given);
    expect(new Set(given).size).toBe(5);
    expect(
      new Set([given, list(other), list(key, two), list(key, one, 100), list(key, one, 1, 'x')]).size,
    ).toBe(5);
  });
});
