import type { Migration } from '@titular/server/kernel/database/migrate/migration.ts';
import type { Statement } from './statement.ts';

/** A migration with its statements read, what came before it, and the newest schema of the last release. */
export type Linted = {
  migration: Migration;
  statements: readonly Statement[];
  earlier: readonly Linted[];
  released: number;
};

/** One rule: what it finds (the text of a statement, or of a declaration), and what to do instead. */
export type Rule = { name: string; find: (linted: Linted) => readonly string[]; instead: string };

type Test = (statement: Statement, linted: Linted) => boolean;

const statementRule = (name: string, test: Test, instead: string): Rule => ({
  name,
  find: (linted) => linted.statements.filter((one) => test(one, linted)).map(({ text }) => text),
  instead,
});

/** Of an ALTER TABLE of a table that the migration did not make itself, the parts to which something applies. */
const actionRule = (
  name: string,
  test: (action: string, linted: Linted, table: string) => boolean,
  instead: string,
): Rule =>
  statementRule(
    name,
    ({ actions, table = '' }, linted) =>
      !isOwn(table, linted) && actions.some((action) => test(action, linted, table)),
    instead,
  );

const declarationRule = (name: string, test: (linted: Linted) => boolean, instead: string): Rule => ({
  name,
  find: (linted) => {
    const { kind, minProgram } = linted.migration;
    return test(linted) ? [`${kind}, min_program ${minProgram}`] : [];
  },
  instead,
});

/** Whether the migration makes the table itself: nobody else can use it yet. */
const isOwn = (table: string | undefined, { statements }: Linted): boolean =>
  statements.some((one) => /^CREATE (UNLOGGED )?TABLE/i.test(one.text) && one.table === table);

const minProgramBefore = ({ earlier }: Linted): number => earlier.at(-1)?.migration.minProgram ?? 0;

const isRaised = (linted: Linted): boolean => linted.migration.minProgram > minProgramBefore(linted);

/** Whether the statements write a lowest schema into the database, for rows that are there and for one to come. */
function setsLowest({ statements }: Linted, lowest: string): boolean {
  const written = [
    `ALTER TABLE deployment ALTER COLUMN lowest_known_schema SET DEFAULT ${lowest}`,
    `UPDATE deployment SET lowest_known_schema = ${lowest}`,
  ].map((text) => new RegExp(`^${text}$`, 'i'));
  return written.every((one) => statements.some(({ text }) => one.test(text)));
}

const NAMED_INDEX = /^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(\w+) /i;
const DROPPED_INDEX = /^DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?(\w+)/i;

/** Whether an index of that name is there before a statement, as far as migrations name it. */
function isIndexThere(name: string, statement: Statement, { earlier, statements }: Linted): boolean {
  const before = [
    ...earlier.flatMap((one) => one.statements),
    ...statements.slice(0, statements.indexOf(statement)),
  ];
  const last = before.findLast(({ text }) =>
    [NAMED_INDEX, DROPPED_INDEX].some((one) => one.exec(text)?.[1] === name),
  );
  return last !== undefined && NAMED_INDEX.test(last.text);
}

/** Whether an earlier migration validated the check that a column is never null. */
const isNotNullProven = (table: string, column: string, { earlier }: Linted): boolean =>
  earlier.some(({ statements }) =>
    statements.some(
      (one) =>
        one.table === table &&
        new RegExp(`VALIDATE CONSTRAINT ${table}_${column}_not_null$`, 'i').test(one.text),
    ),
  );

const isBackfill = ({ migration }: Linted): boolean => migration.kind === 'backfill';
const isConcurrent = ({ text }: Statement): boolean => / INDEX CONCURRENTLY /i.test(` ${text} `);
const isValidation = ({ text }: Statement): boolean =>
  /^ALTER TABLE \w+ VALIDATE CONSTRAINT \w+$/i.test(text);
const changesRows = (text: string): boolean =>
  /^(UPDATE|DELETE|WITH|INSERT INTO [\s\S]*\bSELECT)\b/i.test(text);

/** A default that is the same for all rows is kept in the catalogue; any other rewrites the table. */
const STABLE_DEFAULT =
  /DEFAULT (''|-?[\d.]+|true|false|null|now\(\)|current_timestamp)(::[\w[\] ]+)?(?= |$)/i;

const TAKES_AWAY =
  /^(DROP (TABLE|VIEW|FUNCTION|TRIGGER|TYPE|SEQUENCE|SCHEMA)|ALTER TABLE[^,]* RENAME|ALTER (INDEX|SEQUENCE|TYPE|FUNCTION)\b.* RENAME)/i;
const ACTION_TAKES_AWAY =
  /^(DROP COLUMN|RENAME|ALTER COLUMN \w+ (DROP DEFAULT|SET NOT NULL|(SET DATA )?TYPE))/i;

/** What a declaration must say. */
const declarationRules: readonly Rule[] = [
  declarationRule(
    'number-taken',
    ({ migration, earlier }) => earlier.some((one) => one.migration.number === migration.number),
    'Give it the next free number.',
  ),
  declarationRule(
    'backfill-name',
    (linted) => isBackfill(linted) !== linted.migration.name.endsWith('.batch.sql'),
    'Call a backfill, and nothing else, *.batch.sql.',
  ),
  declarationRule(
    'min-program-falls',
    (linted) => linted.migration.minProgram < minProgramBefore(linted),
    'Repeat the min_program of the migration before: what was taken away stays away.',
  ),
  declarationRule(
    'min-program-by-contract',
    (linted) => isRaised(linted) && linted.migration.kind !== 'contract',
    'Only a contract raises min_program.',
  ),
  declarationRule(
    'min-program-of-last-release',
    (linted) => isRaised(linted) && linted.released > 0 && linted.migration.minProgram > linted.released,
    'Wait: a contract may need no more than the last release knows, so that its nodes go on and may come back.',
  ),
  declarationRule(
    'min-program-in-database',
    (linted) =>
      isRaised(linted) !== setsLowest(linted, '\\d+') ||
      (isRaised(linted) && !setsLowest(linted, String(linted.migration.minProgram))),
    'Set lowest_known_schema of deployment, its default and its row, to min_program exactly where that is raised.',
  ),
];

/** What would stop others for longer than a change of the catalogue takes. */
const lockRules: readonly Rule[] = [
  statementRule(
    'index-stops-writers',
    (one, linted) => NAMED_INDEX.test(one.text) && !isConcurrent(one) && !isOwn(one.table, linted),
    'CREATE INDEX CONCURRENTLY, in a migration of its own.',
  ),
  statementRule(
    'drop-index-stops-readers',
    (one) => DROPPED_INDEX.test(one.text) && !isConcurrent(one),
    'DROP INDEX CONCURRENTLY IF EXISTS, in a migration of its own.',
  ),
  statementRule(
    'concurrently-apart',
    (one, { statements }) => !isConcurrent(one) && statements.some(isConcurrent),
    'Move it to a migration of its own: beside CONCURRENTLY each statement is a commit.',
  ),
  statementRule(
    'drop-again',
    (one) => DROPPED_INDEX.test(one.text) && isConcurrent(one) && !/ IF EXISTS /i.test(one.text),
    'Add IF EXISTS: a run that was cut off begins anew.',
  ),
  statementRule(
    'index-name-again',
    (one, linted) => isConcurrent(one) && isIndexThere(NAMED_INDEX.exec(one.text)?.[1] ?? '', one, linted),
    'Take a new name, or drop the index of that name before: a valid index is not built anew.',
  ),
  statementRule(
    'whole-table',
    ({ text }) => /^(LOCK|TRUNCATE|CLUSTER|VACUUM|REINDEX|REFRESH)\b/i.test(text),
    'Leave it out: it locks the whole table.',
  ),
  statementRule(
    'hidden-statement',
    ({ text }) => /^(DO|BEGIN|COMMIT|START TRANSACTION|ROLLBACK|SAVEPOINT|CALL|COPY)\b/i.test(text),
    'Write plain statements: blocks hide what they run, and the runner commits.',
  ),
  actionRule(
    'type-rewrites',
    (action) => /^ALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i.test(action),
    'Add a column, fill it by a backfill, and drop the old one by a contract.',
  ),
  actionRule(
    'default-rewrites',
    (action) =>
      /^ADD (COLUMN )?\w+ (big|small)?serial\b|\bGENERATED\b/i.test(action) ||
      (/^ADD COLUMN .*\bDEFAULT\b/i.test(action) && !STABLE_DEFAULT.test(action)),
    'Add the column with a constant default or none, and fill it by a backfill.',
  ),
  actionRule(
    'required-without-default',
    (action) => /^ADD COLUMN .*\bNOT NULL\b/i.test(action) && !/\bDEFAULT\b/i.test(action),
    'Give it a constant default: rows are there, and earlier releases write without it.',
  ),
  actionRule(
    'not-null-scans',
    (action, linted, table) => {
      const [, column] = /^ALTER (?:COLUMN )?(\w+) SET NOT NULL$/i.exec(action) ?? [];
      return column !== undefined && !isNotNullProven(table, column, linted);
    },
    'First add CHECK (… IS NOT NULL) NOT VALID as <table>_<column>_not_null, and validate it in a migration after.',
  ),
  actionRule(
    'constraint-scans',
    (action) =>
      (/^ADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b/i.test(action) && !/ NOT VALID$/i.test(action)) ||
      /^ADD COLUMN .*\b(CHECK|REFERENCES)\b/i.test(action),
    'ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a migration after.',
  ),
  actionRule(
    'constraint-builds-index',
    (action) =>
      (/^ADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(action) &&
        !/ USING INDEX \w+$/i.test(action)) ||
      /^ADD COLUMN .*\b(UNIQUE|PRIMARY KEY)\b/i.test(action),
    'CREATE UNIQUE INDEX CONCURRENTLY in a migration before, then ADD CONSTRAINT … USING INDEX.',
  ),
  statementRule(
    'validate-apart',
    (one, { statements }) => isValidation(one) && !statements.every(isValidation),
    'Move it to a migration of its own: the locks of the others would be held while it reads the table.',
  ),
];

/** What each kind may hold. */
const kindRules: readonly Rule[] = [
  statementRule(
    'rows-apart',
    (one, linted) =>
      !isBackfill(linted) &&
      changesRows(one.text) &&
      !isOwn(one.table, linted) &&
      !/^UPDATE deployment SET lowest_known_schema = \d+$/i.test(one.text),
    'Move it to a backfill: it would hold its rows until all are changed.',
  ),
  statementRule(
    'backfill-rows',
    (one, linted) => isBackfill(linted) && !changesRows(one.text),
    'A backfill changes rows, and nothing else.',
  ),
  statementRule(
    'backfill-bounded',
    (one, linted) => isBackfill(linted) && changesRows(one.text) && !/\bLIMIT \d+\b/i.test(one.text),
    'Change at most LIMIT rows a run: it is repeated until it changes none.',
  ),
  statementRule(
    'takes-away',
    (one, linted) =>
      linted.migration.kind !== 'contract' &&
      !isOwn(one.table, linted) &&
      (TAKES_AWAY.test(one.text) || one.actions.some((action) => ACTION_TAKES_AWAY.test(action))),
    'Declare it contract, at the earliest one release after nothing needs it any more.',
  ),
];

/** Every rule; test/migrations.test.ts has samples of each. */
export const rules: readonly Rule[] = [...declarationRules, ...lockRules, ...kindRules];
