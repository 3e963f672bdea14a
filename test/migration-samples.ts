import { type Migration, parseMigration } from '@titular/server/kernel/database/migrate/migration.ts';

/** A migration on the table `orders`, which an earlier one made. */
export const sample = (
  sql: string,
  { kind = 'expand', minProgram = 0, name = '000002-sample.sql' } = {},
): Migration => parseMigration(name, `-- ${kind}, min_program ${minProgram}\n${sql}`);

/** The history before each sample. */
export const EARLIER = [
  parseMigration(
    '000001-orders.sql',
    '-- expand, min_program 0\nCREATE TABLE orders (id uuid PRIMARY KEY, note text); CREATE INDEX orders_note ON orders (note);',
  ),
];

const LOWEST = (schema: number): string =>
  `ALTER TABLE deployment ALTER COLUMN lowest_known_schema SET DEFAULT ${schema};
   UPDATE deployment SET lowest_known_schema = ${schema};`;

type Sample = { bad: readonly Migration[]; good: readonly Migration[] };

/** What each rule refuses, and what it asks for instead; each list is a history of its own after EARLIER. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'number-taken': {
    bad: [sample('', { name: '000001-again.sql' })],
    good: [sample('')],
  },
  'backfill-name': {
    bad: [sample('DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 9);', { kind: 'backfill' })],
    good: [
      sample('DELETE FROM orders WHERE id IN (SELECT id FROM orders LIMIT 9);', {
        kind: 'backfill',
        name: '000002-sample.batch.sql',
      }),
    ],
  },
  'min-program-falls': {
    bad: [sample(LOWEST(1), { kind: 'contract', minProgram: 1 }), sample('', { name: '000003-sample.sql' })],
    good: [
      sample(LOWEST(1), { kind: 'contract', minProgram: 1 }),
      sample('', { minProgram: 1, name: '000003-sample.sql' }),
    ],
  },
  'min-program-by-contract': {
    bad: [sample(LOWEST(1), { minProgram: 1 })],
    good: [sample(LOWEST(1), { kind: 'contract', minProgram: 1 })],
  },
  'min-program-of-last-release': {
    bad: [sample(LOWEST(2), { kind: 'contract', minProgram: 2 })],
    good: [sample(LOWEST(1), { kind: 'contract', minProgram: 1 })],
  },
  'min-program-in-database': {
    bad: [sample('ALTER TABLE orders DROP COLUMN note;', { kind: 'contract', minProgram: 1 })],
    good: [sample(`ALTER TABLE orders DROP COLUMN note; ${LOWEST(1)}`, { kind: 'contract', minProgram: 1 })],
  },
  'index-stops-writers': {
    bad: [sample('CREATE UNIQUE INDEX orders_id ON orders (id);')],
    good: [sample('CREATE UNIQUE INDEX CONCURRENTLY orders_id ON orders (id);')],
  },
  'drop-index-stops-readers': {
    bad: [sample('DROP INDEX orders_note;')],
    good: [sample('DROP INDEX CONCURRENTLY IF EXISTS orders_note;')],
  },
  'concurrently-apart': {
    bad: [sample('CREATE TABLE more (id uuid);\nCREATE INDEX CONCURRENTLY orders_id ON orders (id);')],
    good: [sample('CREATE INDEX CONCURRENTLY orders_id ON orders (id);')],
  },
  'drop-again': {
    bad: [sample('DROP INDEX CONCURRENTLY orders_note;')],
    good: [sample('DROP INDEX CONCURRENTLY IF EXISTS orders_note;')],
  },
  'index-name-again': {
    bad: [sample('CREATE INDEX CONCURRENTLY orders_note ON orders (note, id);')],
    good: [
      sample(
        'DROP INDEX CONCURRENTLY IF EXISTS orders_note;\nCREATE INDEX CONCURRENTLY orders_note ON orders (note, id);',
      ),
    ],
  },
  'whole-table': {
    bad: [sample('LOCK TABLE orders;')],
    good: [sample("COMMENT ON TABLE orders IS 'LOCK TABLE orders;';")],
  },
  'hidden-statement': {
    bad: [sample('DO $$ BEGIN DELETE FROM orders; END $$;')],
    good: [
      sample(
        'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM orders; RETURN NULL; END $$;',
      ),
    ],
  },
  'type-rewrites': {
    bad: [sample('ALTER TABLE orders ALTER COLUMN note TYPE varchar(9);', { kind: 'contract' })],
    good: [sample('ALTER TABLE orders ADD COLUMN note_type varchar(9);')],
  },
  'default-rewrites': {
    bad: [sample('ALTER TABLE orders ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid();')],
    good: [
      sample(
        "ALTER TABLE orders ADD COLUMN at timestamptz NOT NULL DEFAULT now(), ADD COLUMN a text[] DEFAULT '{}';",
      ),
    ],
  },
  'required-without-default': {
    bad: [sample('ALTER TABLE orders ADD COLUMN amount integer NOT NULL;')],
    good: [sample('ALTER TABLE orders ADD COLUMN amount integer NOT NULL DEFAULT 0;')],
  },
  'not-null-scans': {
    bad: [sample('ALTER TABLE orders ALTER COLUMN note SET NOT NULL;', { kind: 'contract' })],
    good: [
      sample('ALTER TABLE orders ADD CONSTRAINT orders_note_not_null CHECK (note IS NOT NULL) NOT VALID;'),
      sample('ALTER TABLE orders VALIDATE CONSTRAINT orders_note_not_null;', { name: '000003-sample.sql' }),
      sample('ALTER TABLE orders ALTER COLUMN note SET NOT NULL;', {
        kind: 'contract',
        name: '000004-sample.sql',
      }),
    ],
  },
  'constraint-scans': {
    bad: [
      sample("ALTER TABLE orders ADD COLUMN colour text DEFAULT 'red' CHECK (colour IN ('red', 'blue'));"),
    ],
    good: [
      sample(
        "ALTER TABLE orders ADD COLUMN colour text, ADD CONSTRAINT orders_colour CHECK (colour IN ('red', 'blue')) NOT VALID;",
      ),
    ],
  },
  'constraint-builds-index': {
    bad: [sample('ALTER TABLE orders ADD CONSTRAINT orders_once UNIQUE (note);')],
    good: [sample('ALTER TABLE orders ADD CONSTRAINT orders_once UNIQUE USING INDEX orders_note;')],
  },
  'validate-apart': {
    bad: [
      sample(
        'ALTER TABLE orders ADD CONSTRAINT orders_c CHECK (note <> $$x$$) NOT VALID;\nALTER TABLE orders VALIDATE CONSTRAINT orders_c;',
      ),
    ],
    good: [sample('ALTER TABLE orders VALIDATE CONSTRAINT orders_c;')],
  },
  'rows-apart': {
    bad: [sample("UPDATE orders SET note = '';")],
    good: [
      sample(
        "CREATE TABLE more (id uuid, note text);\nINSERT INTO more VALUES (gen_random_uuid(), '');\nUPDATE more SET note = 'x';",
      ),
    ],
  },
  'backfill-rows': {
    bad: [
      sample('ALTER TABLE orders ADD COLUMN other text;', {
        kind: 'backfill',
        name: '000002-sample.batch.sql',
      }),
    ],
    good: [
      sample(
        "UPDATE orders SET note = '' WHERE id IN (SELECT id FROM orders WHERE note IS NULL LIMIT 500);",
        {
          kind: 'backfill',
          name: '000002-sample.batch.sql',
        },
      ),
    ],
  },
  'backfill-bounded': {
    bad: [
      sample("UPDATE orders SET note = '' WHERE note IS NULL;", {
        kind: 'backfill',
        name: '000002-sample.batch.sql',
      }),
    ],
    good: [
      sample(
        "UPDATE orders SET note = '' WHERE id IN (SELECT id FROM orders WHERE note IS NULL LIMIT 500);",
        {
          kind: 'backfill',
          name: '000002-sample.batch.sql',
        },
      ),
    ],
  },
  'takes-away': {
    bad: [sample('ALTER TABLE orders RENAME COLUMN note TO remark;')],
    good: [sample('ALTER TABLE orders RENAME COLUMN note TO remark;', { kind: 'contract' })],
  },
};
