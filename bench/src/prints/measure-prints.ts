import { SAME_FACE_BITS, SAME_PICTURE_BITS } from '@titular/face-engine';
import { listPairs } from '@titular/server/captures/attack-signals/hash-pairs.ts';
import { explain, rowsRead } from '@titular/test-kit/explain.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import {
  addPrints,
  buildIndexes,
  type Form,
  listSql,
  makeTable,
  type Population,
  type PrintKind,
  prepareDrawing,
  schemaOf,
} from './fill-prints.ts';
import { newSearch, oldSearch, type Search } from './print-forms.ts';

/** What one search took, the mean of several. */
type SearchCost = { buffers: number; rows: number; milliseconds: number };
/** What keeping and deleting one hash took, in bytes. */
type KeepCost = { indexBytes: number; insertWal: number; deleteWal: number };

/** One line of what was measured, by form. */
export type PrintsResult = {
  searches: { what: string; cost: Record<Form, SearchCost> }[];
  keeping: { what: string; cost: Record<Form, KeepCost> }[];
  partitions: { partitions: number; cost: SearchCost }[];
};

const FORMS: readonly Form[] = ['pairs', 'parts'];
const KINDS: readonly PrintKind[] = [
  {
    what: 'pictures',
    table: 'frame_prints',
    partCount: 12,
    partBits: 21,
    pairs: listPairs(SAME_PICTURE_BITS),
  },
  { what: 'faces', table: 'face_prints', partCount: 14, partBits: 18, pairs: listPairs(SAME_FACE_BITS) },
];
const FEWEST = 10_000;
const QUERIES = 20;
const ADDED = 50_000;
const FLOOD = 10_000;
/** Of 90 days: months, weeks. */
const PARTITIONS = [4, 14];

/** A form of a kind on a connection of its own, with its search. */
type Place = {
  client: pg.Client;
  pool: pg.Pool;
  form: Form;
  kind: PrintKind;
  tenantId: string;
  search: Search;
};

/** Looks for hashes of a population that are not kept, or for one of a flood, each twice: what is warm counts. */
async function look(place: Place, population: Population, flood?: string): Promise<SearchCost> {
  const { client, pool, form, kind, search } = place;
  const settings = { search_path: `${schemaOf(form)}, public` };
  const sum = { buffers: 0, rows: 0, milliseconds: 0 };
  for (let query = 0; query < QUERIES; query += 1) {
    const list = listSql(form, kind, 'words');
    const { rows } = await client.query<{ list: string[] }>(
      `SELECT ${list} AS list FROM (SELECT coalesce($1::int[], made.words($2)) AS words FROM generate_series(1, 2) OFFSET 0) AS drawn`,
      [flood ?? null, population],
    );
    const statement = search(rows.map((row) => row.list));
    await explain(pool, statement, settings);
    const { plan, buffers, milliseconds } = await explain(pool, statement, settings);
    sum.buffers += buffers / QUERIES;
    sum.rows += rowsRead(plan) / QUERIES;
    sum.milliseconds += milliseconds / QUERIES;
  }
  return sum;
}

const numberOf = async (client: pg.Client, text: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query({ text, values, rowMode: 'array' })).rows[0]?.[0]);

/** Bytes of write-ahead log of some work, pages that are new to it since a checkpoint among them. */
async function walOf(client: pg.Client, work: () => Promise<unknown>): Promise<number> {
  await client.query('CHECKPOINT');
  const { rows } = await client.query('SELECT pg_current_wal_lsn()::text AS lsn');
  await work();
  return numberOf(client, 'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)', [rows[0].lsn]);
}

/** Keeps hashes one by one where others are, and deletes as many with what vacuum does after it. */
async function keep({ client, form, kind, tenantId }: Place, population: Population): Promise<KeepCost> {
  const table = `${schemaOf(form)}.${kind.table}`;
  const sizeOf = (): Promise<number> => numberOf(client, `SELECT pg_indexes_size('${table}')`);
  const before = await sizeOf();
  const insertWal = await walOf(client, () =>
    addPrints(client, form, kind, { count: ADDED, population, tenantId }),
  );
  await client.query(`VACUUM ${table}`);
  const indexBytes = (await sizeOf()) - before;
  const deleteWal = await walOf(client, async () => {
    await client.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} LIMIT ${ADDED}))`,
    );
    await client.query(`VACUUM ${table}`);
  });
  return { indexBytes: indexBytes / ADDED, insertWal: insertWal / ADDED, deleteWal: deleteWal / ADDED };
}

async function fill(
  { client, form, kind, tenantId }: Place,
  count: number,
  population: Population,
  partitions = 1,
) {
  await makeTable(client, form, kind, partitions);
  await addPrints(client, form, kind, { count, population, tenantId });
  await buildIndexes(client, form, kind);
}

type Both<Cost> = Record<Form, Cost>;

/** Measures both forms of a kind. */
async function both<Cost>(of: (form: Form) => Promise<Cost>): Promise<Both<Cost>> {
  return { pairs: await of('pairs'), parts: await of('parts') };
}

/** Searches by how many hashes are kept, up to so many; the keeping of one among the most; and a flood. */
async function measureKind(
  placeOf: (form: Form) => Place,
  most: number,
  result: PrintsResult,
): Promise<void> {
  const { what } = placeOf('pairs').kind;
  for (const population of ['random', 'persons'] as const)
    for (let count = FEWEST; count <= most; count *= 10) {
      for (const form of FORMS) await fill(placeOf(form), count, population);
      const cost = await both((form) => look(placeOf(form), population));
      result.searches.push({ what: `${what}, ${count} ${population}`, cost });
      if (population === 'persons')
        result.keeping.push({
          what: `${what}, beside ${count}`,
          cost: await both((form) => keep(placeOf(form), population)),
        });
    }
  const { client, tenantId, kind } = placeOf('pairs');
  const { rows } = await client.query<{ words: string }>(`SELECT made.words('random')::text AS words`);
  const flood = rows[0]?.words ?? '';
  for (const form of FORMS)
    await addPrints(client, form, kind, { count: FLOOD, population: 'random', tenantId, flood });
  const cost = await both((form) => look(placeOf(form), 'random', flood));
  result.searches.push({ what: `${what}, one kept ${FLOOD} times among ${most}`, cost });
}

/** Measures what a search costs by how many hashes are kept, up to so many, now and before; and by the number of partitions. */
export async function measurePrints(harness: Harness, most: number): Promise<PrintsResult> {
  const client = new pg.Client({ connectionString: harness.connectionString });
  await client.connect();
  const pool = new pg.Pool({ connectionString: harness.connectionString, max: 1 });
  const tenantId = harness.tenants[0]?.tenantId ?? '';
  const result: PrintsResult = { searches: [], keeping: [], partitions: [] };
  try {
    await prepareDrawing(client);
    for (const kind of KINDS) {
      const found = { pairs: await newSearch(harness, kind), parts: oldSearch(kind, tenantId) };
      const placeOf = (form: Form): Place => ({ client, pool, form, kind, tenantId, search: found[form] });
      await measureKind(placeOf, most, result);
      if (kind.what === 'pictures') continue;
      for (const partitions of PARTITIONS) {
        await fill(placeOf('pairs'), Math.min(most, 1_000_000), 'persons', partitions);
        result.partitions.push({ partitions, cost: await look(placeOf('pairs'), 'persons') });
      }
    }
    return result;
  } finally {
    await client.end();
    await pool.end();
  }
}
