import {
  countProgress,
  countProgressTask,
  progressGauge,
} from '@titular/server/faces/change/count-progress.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINE, hashOf, openGalleryFixture } from '../gallery-fixture.ts';

const OTHER = 'second/1';
const EARLIER = 'zero/1';

/** Two tenants: of three identities one is enrolled in both versions, one in each alone, and one of the second tenant in an earlier version as well. */
async function openTenants() {
  const fixture = await openGalleryFixture();
  onTestFinished(() => fixture.close());
  const second = await fixture.addTenant();
  const enrol = (identity: number, engineVersion: string, place = 1) =>
    fixture.enrol({ identityHash: hashOf(identity), engineVersion, place });
  for (const [identity, version] of [
    [1, ENGINE],
    [1, OTHER],
    [2, ENGINE],
    [3, OTHER],
  ] as const)
    await enrol(identity, version);
  await enrol(2, ENGINE, 2);
  await second.enrol({ identityHash: hashOf(2), engineVersion: ENGINE });
  await second.enrol({ identityHash: hashOf(2), engineVersion: EARLIER });
  return fixture;
}

describe('the progress of a change of engine (S26)', () => {
  test('counts identities by version over all tenants, and those left behind with the day when retention has deleted the last', async () => {
    const { db, clock, tenantId } = await openTenants();
    await db.updateTable('tenants').set({ template_retention_days: 100 }).execute();
    await db
      .updateTable('tenants')
      .set({ template_retention_days: 200 })
      .where('tenant_id', '=', tenantId)
      .execute();
    const due = new Date(clock.now().getTime() + 200 * 86_400_000);
    expect(await countProgress(db, [ENGINE, OTHER])).toEqual([
      { engineVersion: ENGINE, identities: 3, leftBehind: 2, lastDue: due },
      { engineVersion: OTHER, identities: 2, leftBehind: 1, lastDue: due },
      { engineVersion: EARLIER, identities: 1, leftBehind: 0, lastDue: undefined },
    ]);
  });

  test('is a metric without tenants while two engines are configured, and 0 otherwise', async () => {
    const { db } = await openTenants();
    const clock = { now: () => new Date() };
    const otherEngine = { version: () => OTHER } as never;
    const engines = { presentVersion: ENGINE, otherEngine };
    await countProgressTask({ db, clock }, engines)({}, {} as never);
    const gauge = progressGauge(engines);
    await gauge.readFrom(db);
    const { values } = await gauge.prom.get();
    expect(
      values.map(({ labels, value }) => [labels['engine'], labels['enrolled'], value]).toSorted(),
    ).toEqual([
      ['other', 'all', 2],
      ['other', 'left_behind', 1],
      ['present', 'all', 3],
      ['present', 'left_behind', 2],
    ]);
    const alone = progressGauge({ presentVersion: ENGINE, otherEngine: undefined });
    await alone.readFrom(db);
    expect((await alone.prom.get()).values.map(({ value }) => value)).toEqual([0, 0]);
  });
});
