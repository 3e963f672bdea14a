import pg from 'pg';
import { medianOf } from '../load/samples.ts';
import type { Stage } from '../stage/children.ts';
import { startPair } from '../stage/embedded-pair.ts';
import { startNodes } from '../stage/nodes.ts';
import type { Figure, Trial } from '../trial.ts';

const CLIENTS = 24;
const STRETCH_MS = 5_000;
const STANDBY_DELAY_MS = 2;

const INSERT = "INSERT INTO trial_rows (note) VALUES ('as short as a status') RETURNING id";
const JOB = "SELECT graphile_worker.add_job('trial', '{}'::json) FROM written";
const AUDIT = `INSERT INTO audit_log (entry_id, at, actor, action, subject)
  SELECT gen_random_uuid(), now(), 'trial', 'trial', 'trial/' || id FROM written`;

/** One statement and one commit each: the same insert, with what the service's paths add. */
const STATEMENTS: Readonly<Record<string, string>> = {
  plain: INSERT,
  'with a job': `WITH written AS (${INSERT}) ${JOB}`,
  'with an audit entry': `WITH written AS (${INSERT}) ${AUDIT}`,
  'with both': `WITH written AS (${INSERT}), audited AS (${AUDIT}) ${JOB}`,
};

/** Commits a second of so many connections that each wait for one commit after the other. */
async function measure(stage: Stage, databaseUrl: string, clients: number, text: string): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  const sinceMs = performance.now();
  let commits = 0;
  const repeat = async (client: pg.Client): Promise<void> => {
    while (performance.now() - sinceMs < STRETCH_MS && !stage.signal.aborted) {
      await client.query({ name: 'trial', text });
      commits++;
    }
  };
  await Promise.all(connections.map(repeat)).finally(() => Promise.all(connections.map((one) => one.end())));
  return commits / ((performance.now() - sinceMs) / 1_000);
}

/** Rates by statement, and what each is of the plain insert's. */
export function figuresOfCommits(rates: Readonly<Record<string, readonly number[]>>): Figure[] {
  const plain = medianOf(rates['plain'] ?? []);
  return Object.entries(rates).map(([name, measured]) => ({
    what: `commits a second, ${name}`,
    value: `${medianOf(measured).toFixed(0)} (${measured.map((rate) => rate.toFixed(0)).join(', ')}); x ${(medianOf(measured) / plain).toFixed(2)} of plain`,
  }));
}

/** Measures what jobs and audit entries leave of the commits that a distant standby allows. */
export const commitCeiling: Trial = {
  help: 'commits of 24 clients with a standby 2 ms away, plain and with a job and an audit entry; figures only (T8)',
  needs: [],
  usual: { rounds: 3, rate: 40 },
  async run(stage, { rounds }) {
    const { primary, standby, addressOf } = await startPair(stage);
    const databaseUrl = addressOf(primary.port);
    const { processes } = await startNodes(stage, databaseUrl, 1);
    // The node has made the schema; its workers would take the jobs.
    for (const node of processes) await node.kill();
    await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${STANDBY_DELAY_MS}ms'`);
    await primary.query("ALTER SYSTEM SET synchronous_commit = 'remote_apply'");
    for (const server of [primary, standby]) await server.query('SELECT pg_reload_conf()');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('CREATE TABLE trial_rows (id bigserial PRIMARY KEY, note text NOT NULL)');
    await client.end();
    const rates: Record<string, number[]> = { 'plain, one client alone': [] };
    for (let round = 1; round <= rounds; round++) {
      rates['plain, one client alone']?.push(await measure(stage, databaseUrl, 1, INSERT));
      for (const [name, text] of Object.entries(STATEMENTS)) {
        const rate = await measure(stage, databaseUrl, CLIENTS, text);
        stage.say(`  round ${round}, ${name}: ${rate.toFixed(0)} commits a second`);
        rates[name] = [...(rates[name] ?? []), rate];
      }
    }
    return { verdicts: {}, figures: figuresOfCommits(rates) };
  },
};
