import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { listSchedule } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';

const sources = execFileSync('git', ['ls-files', 'packages/server/src', 'packages/lab/src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts'));

type Change = { file: string; table: string; text: string };

const CHANGE =
  /(?:DELETE FROM|UPDATE) (?!SET\b)([a-z_]+\b|\$\{sql\.table\((?:of|table)\b)|\.(?:deleteFrom|updateTable)\('(\w+)'\)/g;
const END = /\.execute|executeTakeFirst|`\s*[,;)]|;\n/;

const isComment = (text: string, at: number): boolean =>
  /^\s*(\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at));

/** Every statement of the server that deletes or changes rows, as it stands in its store. */
function changesOf(file: string): Change[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(CHANGE)]
    .filter(({ index }) => !isComment(text, index))
    .map(({ index, 1: raw, 2: built }) => {
      const rest = text.slice(index);
      return { file, table: raw ?? built ?? '', text: rest.slice(0, rest.search(END)) };
    });
}
const changes = sources.flatMap(changesOf);

/** A key beside the tenant's, or a list of rows that the caller bounds. */
const KEY =
  /\b(\w+_id|object_name|\w+_hash|of\.id\)\}|purpose|ctid|fingerprint|account)('?,? ?('='|'in')|["\w]* ?= ?(ANY|\$\{|\w+\."?))/;
const TENANT = /tenant_id\s*=\s*(\$\{|\w+\.)|'tenant_id', '='/g;
const LIMITED = /\bLIMIT\b|\.limit\(|json_to_recordset|unnest/;
/** The last form is that of `deleteOlder`, by which most stores delete. */
const BY_TIME = /(_at|\bday|\bat|_until|_before)('?, '<=?'| <=? ?\$\{)|WHERE \$\{sql\.ref\(at\)\} \$\{/;

/** Tables of one row, of one or two rows a tenant or a sweep, or that are emptied where nobody works on them; and statements whose rows are named by what they join. */
const SMALL = [
  'deployment',
  'tenants',
  'tenant_moves',
  'rate_budgets',
  'capture_due_backfill',
  'sweeps',
  'erasure_sweeps',
  'figure_progress',
  'sandbox_fills',
];
const NAMED: readonly RegExp[] = [
  /webhooks\/endpoints\/endpoint-change-store\.ts$/,
  /processes\/process-store\.ts$/,
  /trial-service\.ts$/,
];
const EMPTIED_AT_START = /deleteFrom\('delivery_claims'\)$/;

/** Bounded by what stands around them: a key that is given beside the condition, and a slice of ten seconds. */
const isGiven = ({ file, text }: Change): boolean =>
  (file.endsWith('request-log/api-call-store.ts') && /AND \$\{which\}/.test(text)) ||
  (file.endsWith('webhooks/deliveries/erase-answers-store.ts') && /t\.started_at < \$\{until\}/.test(text));

/** The faces of one identity are a handful, whatever else narrows them. */
const OF_ONE_IDENTITY = /\.where\('identity_hash', '=', identityHash\)/;

const nameOf = ({ file, text }: Change): string => `${file}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`;

describe('statements that change rows', () => {
  test('are found', () => {
    expect(changes.length).toBeGreaterThan(80);
  });

  test('each name their rows by key, or have a limit (F2, S11)', () => {
    const unbounded = changes
      .filter(({ table, file }) => !SMALL.includes(table) && !NAMED.some((one) => one.test(file)))
      .filter((change) => !isGiven(change) && !EMPTIED_AT_START.test(change.text.trim()))
      .filter(({ text }) => !LIMITED.test(text) && !KEY.test(text.replace(TENANT, '').replace(/\s+/g, ' ')));
    expect(unbounded.map(nameOf)).toEqual([]);
  });

  test('delete by time only up to a limit (F2, S11)', () => {
    const byTime = changes.filter(({ text }) => /^DELETE|^\.delete/.test(text) && BY_TIME.test(text));
    expect(byTime.length).toBeGreaterThan(10);
    expect(byTime.map(({ file }) => file)).toContain(
      'packages/server/src/kernel/database/batches/delete-older.ts',
    );
    const unlimited = byTime.filter(({ text }) => !LIMITED.test(text) && !OF_ONE_IDENTITY.test(text));
    expect(unlimited.map(nameOf)).toEqual([]);
  });

  test('scheduled tasks work in batches whose time ends, or read a bounded list (F2, S11)', () => {
    const tasks = sources
      .filter((file) => /(-tasks|\/module)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'));
    const inBatches = tasks.flatMap((text) =>
      [...text.matchAll(/'([a-z-]+)': (?:batchTask|deleteTask|deleteOutlivedTask)\(/g)].map(
        ([, name]) => name,
      ),
    );
    const cleaning = listSchedule().filter(({ queue }) => queue === 'clean-up' || queue === 'expiry');
    expect(cleaning.map(({ task }) => task).filter((task) => !inBatches.includes(task))).toEqual([]);
  });
});
