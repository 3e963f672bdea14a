import type { Database } from '@titular/server/kernel/database/connect.ts';
import { sql } from 'kysely';
import { type Check, cannotTell, type Facts, type Finding } from './check.ts';
import { checks } from './checks.ts';

/** A check with what it found. */
export type Checked = Pick<Check, 'name' | 'looksAt'> & Finding;

const NOT_THERE = ['42P01', '42703', '42883'];

/** Says why a check could not be made; the schema of a database may be older than the question. */
function explain(error: unknown): Finding {
  const { code = '', message } = error as Error & { code?: string };
  return cannotTell(
    NOT_THERE.includes(code) ? 'The schema lacks what this looks at.' : message.replace(/\.?$/, '.'),
  );
}

const askReadOnly = ({ db }: Database, ask: Extract<Check, { ask: unknown }>['ask'], facts: Facts) =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(trx);
      return ask(trx, { ...facts, now: rows[0]?.now ?? new Date() });
    });

async function make(check: Check, facts: Facts): Promise<Finding> {
  if ('byHand' in check) return { answer: 'by hand', sentence: check.byHand };
  if ('judge' in check) return check.judge(facts);
  const { asked } = facts;
  return 'problem' in asked ? cannotTell(asked.problem) : askReadOnly(asked.database, check.ask, facts);
}

/** Makes all checks, one after the other; one that fails says so and keeps no other from being made. */
export async function runChecks(facts: Facts): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const check of checks) {
    const finding = await make(check, facts).catch(explain);
    checked.push({ name: check.name, looksAt: check.looksAt, ...finding });
  }
  return checked;
}
