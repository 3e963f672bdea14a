import { searchAuditEntries } from '@titular/server/audit/audit-search-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditFixture, openAuditFixture } from './audit-fixture.ts';

const [ACTOR, RARE] = ['user:busy', 'rare.act'];
/** More than one step looks at. */
const COUNT = 5_020;
/** Among the last that the first step looks at, where a moved end has the next step look at them again. */
const RARE_FROM_NEWEST = [4_997, 4_999, 5_000, 5_001];

let fixture: AuditFixture;
beforeAll(async () => {
  fixture = await openAuditFixture();
}, 360_000);
afterAll(() => fixture.drop());

const START = Date.UTC(2026, 0, 1);
/** Entries a second apart, each with the number that it has from the newest; later ones follow. */
const fill = (from: number, count: number): Promise<void> =>
  fixture.forge(`
    INSERT INTO audit_log (entry_id, at, actor, action, subject)
    SELECT (lpad(to_hex(${START} + n::bigint * 1000), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
      to_timestamp(${START / 1000} + n), '${ACTOR}',
      CASE WHEN ${COUNT + 1} - n IN (${RARE_FROM_NEWEST.join()}) THEN '${RARE}' ELSE 'frequent.act' END, 'thing/' || n
    FROM generate_series(${from}, ${from + count - 1}) n`);

test('a search goes on without a gap or a repeat while others write between its statements (P15)', async () => {
  await fill(1, COUNT);
  let written = COUNT;
  // Another writer comes after each statement.
  const db = fixture.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await fill(written + 1, 3);
      written += 3;
      return result;
    },
  });
  const found: string[] = [];
  let beforeId: string | undefined;
  do {
    const step = await searchAuditEntries(db, { actor: ACTOR, action: RARE, beforeId }, 50);
    found.push(...step.entries.map(({ subject }) => subject));
    beforeId = step.nextId;
  } while (beforeId !== undefined);
  expect(written).toBeGreaterThan(COUNT);
  expect(found).toEqual(RARE_FROM_NEWEST.map((place) => `thing/${COUNT + 1 - place}`));
}, 120_000);
