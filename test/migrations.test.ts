import {
  type Migration,
  parseMigration,
  readMigrations,
  readNewestSchema,
} from '@titular/server/kernel/database/migrate/migration.ts';
import { splitStatements } from '@titular/server/kernel/database/migrate/split-statements.ts';
import { describe, expect, test } from 'vitest';
import { lintMigrations } from '../scripts/migrations/lint-migrations.ts';
import { rules } from '../scripts/migrations/rules.ts';
import { EARLIER, SAMPLES, sample } from './migration-samples.ts';
import { read } from './sources.ts';

const PAGE = 'docs/operations/upgrades.md';

/** Migrations from before the rules, with the rules that they break: no release that has users ran without them. */
const BEFORE_THE_RULES: Readonly<Record<string, readonly string[]>> = {
  '000002-operators.sql': [
    'constraint-scans',
    'index-stops-writers',
    'not-null-scans',
    'rows-apart',
    'takes-away',
  ],
  '000003-search.sql': ['index-stops-writers'],
  '000005-retention.sql': ['index-stops-writers'],
  '000006-checks-and-identities.sql': ['constraint-scans', 'index-stops-writers', 'rows-apart'],
  '000008-receipt-keys.sql': ['constraint-scans'],
  '000009-erasure.sql': ['constraint-scans', 'index-stops-writers'],
  '000010-webhook-endpoints.sql': [
    'constraint-scans',
    'default-rewrites',
    'hidden-statement',
    'index-stops-writers',
    'rows-apart',
  ],
  '000011-webhook-log.sql': ['index-stops-writers'],
  '000013-capture-signs.sql': ['constraint-scans'],
  '000014-face-galleries.sql': ['constraint-scans', 'drop-index-stops-readers', 'index-stops-writers'],
  '000015-audit-chain.sql': ['hidden-statement', 'whole-table'],
  '000016-capture-indexes.sql': ['index-stops-writers', 'validate-apart'],
  '000017-page-links.sql': ['constraint-scans'],
  '000019-company-looks.sql': ['constraint-scans'],
  '000020-processes.sql': ['constraint-scans'],
  '000021-platform-events.sql': ['index-stops-writers'],
  '000022-process-indexes.sql': ['index-stops-writers'],
  '000026-calls-about-processes-index.sql': ['index-stops-writers'],
  '000028-challenge-movements.sql': ['constraint-scans'],
  '000034-erasure-sweeps.sql': ['index-stops-writers'],
  '000037-nodes.sql': ['constraint-scans'],
};

type Release = { version: string; schema: number; isOut: boolean };

/** The rows of the table of releases, the newest first. */
const releases: readonly Release[] = [
  ...read(PAGE).matchAll(/^\| (\d+\.\d+\.\d+)( \(next\))? \| (\d+) \|/gm),
].map(([, version = '', next, schema]) => ({ version, schema: Number(schema), isOut: next === undefined }));

const released = releases.find(({ isOut }) => isOut)?.schema ?? 0;

describe('the migrations', () => {
  test('follow every rule, those from before the rules apart (S18)', async () => {
    const found: Record<string, string[]> = {};
    for (const { migration, rule } of lintMigrations(await readMigrations(), released))
      found[migration] = [...new Set([...(found[migration] ?? []), rule])].toSorted();
    expect(found).toEqual(BEFORE_THE_RULES);
  });

  test('of the next release and the last are on the page of upgrades, with the changes of each (S20)', async () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(releases[0]).toMatchObject({ version, schema: await readNewestSchema() });
    const changes = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, name]) => name);
    expect(changes).toEqual(releases.map((release) => release.version));
    const notes = [...read(PAGE).matchAll(/^### (\d+\.\d+\.\d+)$/gm)].map(([, name]) => name);
    expect(notes).toEqual(changes);
  });
});

describe('the linter of migrations (S18)', () => {
  const broken = (migrations: readonly Migration[]) => lintMigrations([...EARLIER, ...migrations], 1);

  test('has samples of each rule', () => {
    expect(Object.keys(SAMPLES)).toEqual(rules.map(({ name }) => name));
  });

  test.each(Object.entries(SAMPLES))(
    'refuses what breaks %s, and takes what it asks for instead',
    (rule, { bad, good }) => {
      const found = broken(bad).find((one) => one.rule === rule);
      expect(found).toMatchObject({ migration: bad.at(-1)?.name, instead: expect.stringMatching(/\.$/) });
      expect(broken(good)).toEqual([]);
    },
  );

  test.each([
    'ALTER TABLE orders DROP COLUMN note;',
    'ALTER TABLE orders ADD COLUMN a text, DROP COLUMN note;',
    'ALTER TABLE orders ALTER COLUMN note DROP DEFAULT;',
    'ALTER TABLE orders RENAME TO purchases;',
    'ALTER INDEX orders_note RENAME TO orders_remark;',
    'DROP TABLE orders;',
    'DROP TRIGGER t ON orders;',
    'DROP FUNCTION f;',
  ])('takes %s from a contract alone', (sql) => {
    expect(broken([sample(sql)]).map(({ rule }) => rule)).toEqual(['takes-away']);
    expect(broken([sample(sql, { kind: 'contract' })])).toEqual([]);
  });

  test.each([
    ['ALTER TABLE orders ADD COLUMN n bigserial;', 'default-rewrites'],
    ['ALTER TABLE orders ADD COLUMN n integer GENERATED ALWAYS AS (1) STORED;', 'default-rewrites'],
    ['ALTER TABLE orders ADD COLUMN at timestamptz DEFAULT clock_timestamp();', 'default-rewrites'],
    ['ALTER TABLE orders ADD FOREIGN KEY (id) REFERENCES parents;', 'constraint-scans'],
    ['ALTER TABLE orders ADD COLUMN parent uuid REFERENCES parents;', 'constraint-scans'],
    ['ALTER TABLE orders ADD COLUMN code text UNIQUE;', 'constraint-builds-index'],
    ['ALTER TABLE ONLY orders ADD PRIMARY KEY (id);', 'constraint-builds-index'],
    ['INSERT INTO orders SELECT gen_random_uuid();', 'rows-apart'],
    ['WITH gone AS (DELETE FROM orders RETURNING id) SELECT count(*) FROM gone;', 'rows-apart'],
    ['delete from orders;', 'rows-apart'],
    ['create index orders_id on orders (id);', 'index-stops-writers'],
    ['TRUNCATE orders;', 'whole-table'],
    ['COMMIT;', 'hidden-statement'],
  ])('refuses %s by %s', (sql, rule) => {
    expect(broken([sample(sql)]).map((one) => one.rule)).toEqual([rule]);
  });

  test('finds nothing in what is only written in comments, texts and bodies of functions', () => {
    const sql = `
      -- DROP TABLE orders;
      /* TRUNCATE orders; */
      CREATE TABLE more (note text DEFAULT 'DROP TABLE orders; LOCK orders');
      CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $body$ UPDATE orders SET note = '$$;'; $body$;`;
    expect(broken([sample(sql)])).toEqual([]);
  });

  test('a migration without a declaration is none', () => {
    const whole = (text: string) => () => parseMigration('000002-sample.sql', text);
    expect(whole('CREATE TABLE more ();')).toThrow('000002-sample.sql: the first line must be');
    expect(whole('-- shrink, min_program 0\n')).toThrow();
    expect(whole('-- expand\n')).toThrow();
  });
});

test('statements end at their semicolons alone', () => {
  expect(
    splitStatements(`
      SELECT ';', "a;b", $$;$$, $x$ ; $$ ; $x$ -- one; two
        , 2; /* ; */
      ;; SELECT 'it''s;'`),
  ).toEqual([
    expect.stringMatching(/^SELECT ';', "a;b", \$\$;\$\$, \$x\$ ; \$\$ ; \$x\$\s+, 2$/s),
    "SELECT 'it''s;'",
  ]);
});
