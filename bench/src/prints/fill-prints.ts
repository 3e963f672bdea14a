import type pg from 'pg';

/** Pictures or faces: their table, how many parts of how many bits they had, and the pairs of words that they have. */
export type PrintKind = {
  what: 'pictures' | 'faces';
  table: 'frame_prints' | 'face_prints';
  partCount: number;
  partBits: number;
  pairs: readonly (readonly [number, number])[];
};

/** How hashes are kept: by pairs now, by parts before; each has a schema of its own with the same tables. */
export type Form = 'pairs' | 'parts';

/** Hashes at random, or of persons: two of one differ in 56 bits, of others in 120. */
export type Population = 'random' | 'persons';

const PERSONS = 20_000;

/** A word is a number of 16 bits. Hashes of SQL stand for those under a key; as many bits go into each. */
const FUNCTIONS = `
  DROP SCHEMA IF EXISTS made CASCADE;
  CREATE SCHEMA made;
  CREATE FUNCTION made.word() RETURNS int LANGUAGE sql VOLATILE AS 'SELECT floor(random() * 65536)::int';
  CREATE TABLE made.person (person int PRIMARY KEY, words int[]);
  WITH mean AS (SELECT array_agg(made.word()) AS words FROM generate_series(1, 16))
  INSERT INTO made.person
  SELECT person, ARRAY(SELECT words[n] # (made.word() & (made.word() | made.word())) FROM generate_series(1, 16) AS n WHERE person > 0)
  FROM generate_series(1, ${PERSONS}) AS person, mean;
  CREATE FUNCTION made.words(population text) RETURNS int[] LANGUAGE plpgsql VOLATILE AS $$
  DECLARE base int[]; drawn int[] := '{}'; chosen int := 1 + floor(random() * ${PERSONS})::int;
  BEGIN
    IF population = 'persons' THEN SELECT words INTO base FROM made.person WHERE person = chosen; END IF;
    FOR n IN 1..16 LOOP
      drawn := drawn || CASE WHEN population = 'random' THEN made.word() ELSE base[n] # (made.word() & made.word() & made.word()) END;
    END LOOP;
    RETURN drawn;
  END $$;
  CREATE FUNCTION made.parts(words int[], count int, bits int) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(hashint8extended(((words[n] << (bits - 16)) | (words[15 + n % 2] & ((1 << (bits - 16)) - 1)))::bigint, n))
    FROM generate_series(1, count) AS n $$;
  CREATE FUNCTION made.pairs(words int[], ones int[], others int[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(hashint8extended((words[one + 1]::bigint << 16) | words[other + 1], one * 16 + other) ORDER BY place)
    FROM unnest(ones, others) WITH ORDINALITY AS pair (one, other, place) $$`;

/** Makes the functions that draw hashes. */
export const prepareDrawing = (client: pg.Client): Promise<unknown> => client.query(FUNCTIONS);

const listOf = (kind: PrintKind, index: 0 | 1): string =>
  `'{${kind.pairs.map((pair) => pair[index]).join()}}'`;

/** The list by which a form finds the hash with these words, in SQL. */
export const listSql = (form: Form, kind: PrintKind, words: string): string =>
  form === 'pairs'
    ? `made.pairs(${words}, ${listOf(kind, 0)}, ${listOf(kind, 1)})`
    : `made.parts(${words}, ${kind.partCount}, ${kind.partBits})`;

/** The schema with the tables of a form. */
export const schemaOf = (form: Form): string => `form_of_${form}`;

/** Makes the table of a kind without rows or indexes, as one of several partitions or alone. */
export async function makeTable(
  client: pg.Client,
  form: Form,
  { table }: PrintKind,
  partitions = 1,
): Promise<void> {
  const name = `${schemaOf(form)}.${table}`;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schemaOf(form)}; DROP TABLE IF EXISTS ${name} CASCADE;
    CREATE TABLE ${name} (LIKE public.${table} INCLUDING DEFAULTS) ${partitions > 1 ? 'PARTITION BY HASH (attempt_id)' : ''}`);
  for (let place = 0; partitions > 1 && place < partitions; place += 1)
    await client.query(
      `CREATE TABLE ${name}_${place} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${place})`,
    );
}

/** Builds the indexes that a form has in the schema of the service. */
export async function buildIndexes(client: pg.Client, form: Form, { table }: PrintKind): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1 AND indexname ${
      form === 'pairs' ? '!~' : '~'
    } $2`,
    [table, form === 'pairs' ? '_parts$' : '(_parts|_pkey|_subject|_kept_at)$'],
  );
  await client.query("SET maintenance_work_mem = '256MB'");
  for (const { indexdef } of rows)
    await client.query(indexdef.replace(` ON public.${table}`, ` ON ${schemaOf(form)}.${table}`));
  await client.query(`VACUUM ANALYZE ${schemaOf(form)}.${table}`);
}

/** Adds hashes to the table of a form; of a flood, all have the same words. */
export async function addPrints(
  client: pg.Client,
  form: Form,
  kind: PrintKind,
  {
    count,
    population,
    tenantId,
    flood,
  }: { count: number; population: Population; tenantId: string; flood?: string },
): Promise<void> {
  const list = listSql(form, kind, 'words');
  const columns = form === 'pairs' ? `'{}', ${list}` : `${list}, NULL`;
  const subject = kind.table === 'frame_prints' ? ", 'transaction', gen_random_uuid(), now()" : '';
  await client.query(
    `INSERT INTO ${schemaOf(form)}.${kind.table} (tenant_id, attempt_id, step, sealed_print, parts, pairs
       ${subject && ', subject_kind, subject_id, kept_at'})
     SELECT $1, uuidv7(), 0, decode(repeat('ab', 61), 'hex'), ${columns} ${subject}
     FROM (SELECT n, coalesce($2::int[], made.words($3)) AS words FROM generate_series(1, $4::integer) AS n OFFSET 0) AS drawn`,
    [tenantId, flood ?? null, population, count],
  );
}
