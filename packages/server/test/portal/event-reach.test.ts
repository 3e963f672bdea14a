import type { EventRows, SearchEvents } from '@titular/contract';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { searchSeenEvents } from '@titular/server/portal/developers/show-events.ts';
import type { Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const DAY_MS = 86_400_000;
/** More than two pages scan by rows. */
const OTHERS = 25_000;
/** Days ago of the events of the company within reach. */
const OWN_DAYS = [0.5, 3.25, 3.5, 40, 89, 200];

let volume: VolumeFixture;
let own: Owner;

/** Events of one company, the first and the last of them so many days ago. */
async function addEvents({ tenantId, companyId }: Owner, count: number, fromDays: number, toDays: number) {
  const nowMs = volume.clock.now().getTime();
  await volume.filler.query({
    text: `INSERT INTO events (tenant_id, event_id, company_id, type, created_at, subject_id)
      SELECT $1, (lpad(to_hex(ms), 12, '0') || '7abc8' || substr(md5($2 || n), 1, 15))::uuid, $2::uuid,
        'process.finished', to_timestamp(ms / 1000.0), gen_random_uuid()
      FROM generate_series(0, $3::int - 1) AS n,
        LATERAL (SELECT ($4::bigint + ($5::bigint - $4::bigint) * n / greatest($3::int - 1, 1)) AS ms) AS at`,
    values: [
      tenantId,
      companyId,
      count,
      Math.floor(nowMs - fromDays * DAY_MS),
      Math.floor(nowMs - toDays * DAY_MS),
    ],
  });
}

beforeAll(async () => {
  volume = await openVolume();
  own = await volume.addCompany();
  for (const days of OWN_DAYS) await addEvents(own, 1, days, days);
}, 360_000);
afterAll(() => volume.close());

const search = (companies: readonly CompanyId[], asked: SearchEvents) =>
  searchSeenEvents(
    { db: volume.db, clock: volume.clock, log: createLog('silent'), environment: 'test' },
    { tenantId: volume.owner.tenantId, companies },
    asked,
  );

/** Every page that somebody gets who sees one company, as ids and cursors. */
async function readAll(asked: SearchEvents = {}): Promise<{ ids: string[]; cursor: string | undefined }[]> {
  const pages: { ids: string[]; cursor: string | undefined }[] = [];
  let page: EventRows | undefined;
  do {
    const cursor = page?.nextCursor;
    page = await search([own.companyId], { limit: 2, ...asked, ...(cursor ? { cursor } : {}) });
    pages.push({ ids: page.events.map(({ id }) => id), cursor: page.nextCursor });
  } while (page.nextCursor !== undefined && pages.length < 200);
  return pages;
}

test('a member who sees one company gets the same pages and cursors whatever another company has (P33)', async () => {
  const filters: SearchEvents[] = [{}, { type: 'process.finished' }, { company: own.companyId }];
  const before = [];
  for (const filter of filters) before.push(await readAll(filter));
  await addEvents(volume.owner, OTHERS, 0.9, 0.1);
  await addEvents(volume.owner, 1_000, 300, 1);
  await volume.filler.query('VACUUM ANALYZE events');
  for (const [at, filter] of filters.entries()) expect(await readAll(filter)).toEqual(before[at]);
  for (const pages of before) expect(pages.flatMap(({ ids }) => ids)).toHaveLength(OWN_DAYS.length);
}, 360_000);

test('a cursor of such a member names an event of that company or none (P33)', async () => {
  const cursors = (await readAll()).flatMap(({ cursor }) => cursor ?? []);
  expect(cursors.length).toBeGreaterThan(1);
  const { rows } = await volume.pool.query({
    text: 'SELECT company_id FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::uuid[])',
    values: [own.tenantId, cursors],
  });
  expect(rows.filter(({ company_id }) => company_id !== own.companyId)).toEqual([]);
});

test('a company out of reach has one empty page, as one that does not exist (P33)', async () => {
  for (const company of [volume.owner.companyId, '0199a1c2-7a52-7c3e-9d1f-000000000001'])
    expect(await search([own.companyId], { company })).toEqual({ events: [] });
});
