import { lowestId } from '@titular/server/kernel/base/id.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';

/** Best milliseconds of a statement on copies of a table, by how many partitions the copy has; 1 is a plain table. */
export type SpansResult = { what: string; byPartitions: ReadonlyMap<number, number> };

const ROWS = 50_000;
const ROUNDS = 40;
const TENANT = '00000000-0000-7000-8000-000000000001';
const MONTH_MS = 30 * 86_400_000;
const DAY_MS = 86_400_000;

/** A statement, the table that it reads, and the partitions that are tried. */
type Tried = {
  what: string;
  table: string;
  key: string;
  partitions: readonly number[];
  spanMs: number;
  text: string;
};

/** The ids of few cases, all of them new, are in the table `asked`: the planner does not know them. */
const TRIED: readonly Tried[] = [
  {
    what: 'attempts of a case, by its deliveries',
    table: 'delivery_attempts',
    key: 'delivery_id',
    partitions: [1, 16, 107],
    spanMs: 105 * DAY_MS,
    text: `SELECT count(*), count(a.response_excerpt) FROM asked JOIN COPY a ON a.tenant_id = asked.tenant_id AND a.delivery_id = asked.id`,
  },
  {
    what: 'a page of transactions, each with its last step',
    table: 'transaction_history',
    key: 'transaction_id',
    partitions: [1, 122],
    spanMs: 122 * MONTH_MS,
    text: `SELECT h.reasons FROM asked LEFT JOIN COPY h ON h.tenant_id = asked.tenant_id AND h.transaction_id = asked.id AND h.version = 1`,
  },
];

/** Makes a copy of the table with so many partitions, and fills it evenly over the time that they span. */
async function makeCopy(
  client: pg.Client,
  { table, key, spanMs }: Tried,
  partitions: number,
  fromMs: number,
): Promise<string> {
  const copy = `${table}_of_${partitions}`;
  const order = table === 'delivery_attempts' ? 'number' : 'version';
  await client.query(`CREATE TABLE ${copy} (LIKE ${table} INCLUDING DEFAULTS, PRIMARY KEY (tenant_id, ${key}, ${order}))
    ${partitions > 1 ? `PARTITION BY RANGE (${key})` : ''}`);
  for (let place = 0; partitions > 1 && place < partitions; place += 1) {
    const bounds = [place, place + 1].map((one) => lowestId(new Date(fromMs + (one * spanMs) / partitions)));
    await client.query(
      `CREATE TABLE ${copy}_${place} PARTITION OF ${copy} FOR VALUES FROM ('${bounds[0]}') TO ('${bounds[1]}')`,
    );
  }
  const id = `(lpad(to_hex(${fromMs} + n::bigint * ${Math.floor(spanMs / ROWS)} - 1), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
    substr(md5(n::text), 4, 15))::uuid`;
  const [columns, values] =
    table === 'delivery_attempts'
      ? ['started_at, duration_ms', 'now(), 5']
      : ['event, to_status, actor, at', "'create', 'created', 'shop', now()"];
  await client.query(
    `INSERT INTO ${copy} (tenant_id, ${key}, ${order}, ${columns}) SELECT $1, ${id}, 1, ${values} FROM generate_series(1, ${ROWS}) AS n`,
    [TENANT],
  );
  await client.query(`VACUUM ANALYZE ${copy}`);
  return copy;
}

async function measureOne(client: pg.Client, tried: Tried): Promise<SpansResult> {
  const fromMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - tried.spanMs;
  const byPartitions = new Map<number, number>();
  for (const partitions of tried.partitions) {
    const copy = await makeCopy(client, tried, partitions, fromMs);
    await client.query(`CREATE TEMPORARY TABLE asked AS
      SELECT tenant_id, ${tried.key} AS id FROM ${copy} ORDER BY ${tried.key} DESC LIMIT 20`);
    await client.query('ANALYZE asked');
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      const startMs = performance.now();
      await client.query(tried.text.replace('COPY', copy));
      best = Math.min(best, performance.now() - startMs);
    }
    byPartitions.set(partitions, best);
    await client.query(`DROP TABLE asked, ${copy}`);
  }
  return { what: tried.what, byPartitions };
}

/** Measures what reads of several ids cost by the number of partitions. */
export async function measureSpans({ connectionString }: Harness): Promise<SpansResult[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // As on a table of many millions, which nobody reads whole for a few ids.
    await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
    const results: SpansResult[] = [];
    for (const tried of TRIED) results.push(await measureOne(client, tried));
    return results;
  } finally {
    await client.end();
  }
}
