import { asId } from '@titular/test-kit';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const ROWS = 50_000;
const BATCH = 10_000;
const MAX_DRAWN = 60;
const MAX_HEAP_BYTES = 100 * 2 ** 20;

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
  const { id } = await merchant.create();
  // Of those that have ended any number may be alike.
  await merchant.step(id, 'reject');
  await copyMany(id, ROWS - 1);
});
afterAll(() => journey.close());

/** Copies a transaction so often, each a second older than the one before. */
async function copyMany(id: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH)
    await sql`
      INSERT INTO transactions
      SELECT copy.* FROM transactions t CROSS JOIN generate_series(${from}::integer, ${Math.min(count, from + BATCH - 1)}::integer) n
      CROSS JOIN LATERAL jsonb_populate_record(NULL::transactions, to_jsonb(t) || jsonb_build_object(
        'transaction_id', gen_random_uuid(), 'order_number', 'long-' || n,
        'created_at', t.created_at - n * interval '1 second')) AS copy
      WHERE t.transaction_id = ${asId(id)}`.execute(journey.service.service.database.db);
}

const readPage = (page: Page): Promise<{ drawn: number; rows: number; isAll: boolean }> =>
  page.evaluate(() => {
    const foot = document.querySelector('.list-foot')?.textContent ?? '';
    return {
      drawn: document.querySelectorAll('[data-row]').length,
      rows: Number(foot.replaceAll(',', '').match(/\d+/)?.[0] ?? 0),
      isAll: foot.includes('that is all'),
    };
  });

test('50,000 rows scroll with at most 60 of them drawn, in less than 100 MB (P54)', async () => {
  const desk = await journey.sitDown(await journey.add('viewer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/transactions`);
  await page.locator('[data-row]').first().waitFor();
  const drawn: number[] = [];
  const scroll = async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    const seen = await readPage(page);
    drawn.push(seen.drawn);
    return { rows: seen.rows, isAll: seen.isAll };
  };
  await expect.poll(scroll, { timeout: 110_000, interval: 20 }).toEqual({ rows: ROWS, isAll: true });
  expect(Math.max(...drawn)).toBeLessThanOrEqual(MAX_DRAWN);
  await scroll();
  await page.locator(`[data-row="${ROWS - 1}"]`).waitFor();
  const session = await desk.context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(MAX_HEAP_BYTES);
  await page.keyboard.press('Home');
  expectNoFaults(desk);
}, 540_000);
