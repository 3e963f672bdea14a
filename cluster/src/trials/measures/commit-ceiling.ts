import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from '../../../../scripts/debian-programs.ts';
import { medianOf } from '../../load/samples.ts';
import type { Stage } from '../../stage/children.ts';
import { type Pair, startPair } from '../../stage/embedded-pair.ts';
import { startNodes } from '../../stage/nodes.ts';
import type { Figure, Trial } from '../../trial.ts';

const CLIENTS = 24;
const STRETCH_MS = 4_000;
/** The nearer standby lets processors be what limits; with the farther one only waiting does. */
const STANDBY_DELAYS_MS = [2, 10] as const;

const INSERT = "INSERT INTO trial_rows (note) VALUES ('as short as a status') RETURNING id";
const JOB = "INSERT INTO job_outbox (task, payload, max_attempts) SELECT 'trial', '{}', 25 FROM written";
const NOTIFYING_JOB = "SELECT graphile_worker.add_job('trial', '{}'::json) FROM written";
const AUDIT = `INSERT INTO audit_log (entry_id, at, actor, action, subject)
  SELECT gen_random_uuid(), now(), 'trial', 'trial', 'trial/' || id FROM written`;
/** The lock of the chain, which was taken at the commit of an entry. */
const CHAIN_LOCK = 'SELECT pg_advisory_xact_lock(7483505)';

/** What runs beside the clients, with the pause in milliseconds that it makes between two runs. */
type Helper = { text: string; pauseMs: number };

const RELAY: Helper = { text: 'SELECT relay_outbox(500)', pauseMs: 10 };
const SEALER: Helper = { text: 'SELECT seal_audit_entries(500)', pauseMs: 50 };

/** One statement and one commit, and what runs beside it again and again, as relay and sealer do under load. */
type Kind = { text: string; beside: readonly Helper[]; target?: number; clients?: number };

/** The same insert, with what the service's paths add; `as before` is how releases before the outbox and the sealer added it. */
const KINDS: Readonly<Record<string, Kind>> = {
  'plain, one client alone': { text: INSERT, beside: [], clients: 1 },
  plain: { text: INSERT, beside: [] },
  'with a job': { text: `WITH written AS (${INSERT}) ${JOB}`, beside: [RELAY], target: 0.8 },
  'with an audit entry': { text: `WITH written AS (${INSERT}) ${AUDIT}`, beside: [SEALER], target: 0.8 },
  'with both': {
    text: `WITH written AS (${INSERT}), audited AS (${AUDIT}) ${JOB}`,
    beside: [RELAY, SEALER],
  },
  'with a job, as before': { text: `WITH written AS (${INSERT}) ${NOTIFYING_JOB}`, beside: [] },
  'with an audit entry, as before': {
    text: `WITH written AS (${INSERT}), audited AS (${AUDIT}) ${CHAIN_LOCK}`,
    beside: [SEALER],
  },
};

/** Commits a second of so many connections that each wait for one commit after the other. */
async function measure(
  stage: Stage,
  databaseUrl: string,
  clients: number,
  { text, beside }: Kind,
): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients + beside.length }, async () => {
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
  const help = async (client: pg.Client, { text: statement, pauseMs }: Helper): Promise<void> => {
    while (performance.now() - sinceMs < STRETCH_MS && !stage.signal.aborted) {
      await client.query(statement);
      await pause(pauseMs);
    }
  };
  const helpers = beside.map((statement, at) => help(connections[clients + at] as pg.Client, statement));
  await Promise.all([...connections.slice(0, clients).map(repeat), ...helpers]).finally(() =>
    Promise.all(connections.map((one) => one.end())),
  );
  return commits / ((performance.now() - sinceMs) / 1_000);
}

/** Rates by kind of commit, and what each is of the plain insert's. */
export function figuresOfCommits(
  rates: Readonly<Record<string, readonly number[]>>,
  delayMs: number = STANDBY_DELAYS_MS[0],
): Figure[] {
  const plain = medianOf(rates['plain'] ?? []);
  return Object.entries(rates).map(([name, measured]) => {
    const ratio = medianOf(measured) / plain;
    const least = KINDS[name]?.target;
    return {
      what: `${delayMs} ms: commits a second, ${name}`,
      value: `${medianOf(measured).toFixed(0)} (${measured.map((rate) => rate.toFixed(0)).join(', ')}); x ${ratio.toFixed(2)} of plain`,
      ...(least === undefined ? {} : { target: `>= ${least} of plain`, isMet: ratio >= least }),
    };
  });
}

/** Has commits wait until a standby so far away shows them. */
async function delayStandby({ primary, standby }: Pair, delayMs: number): Promise<void> {
  await standby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${delayMs}ms'`);
  await primary.query("ALTER SYSTEM SET synchronous_commit = 'remote_apply'");
  for (const server of [primary, standby]) await server.query('SELECT pg_reload_conf()');
}

/** Starts a pair with the schema of the service, and with nobody who takes jobs. */
async function prepare(stage: Stage, programs: string | undefined) {
  const pair = await startPair(stage, programs);
  const databaseUrl = pair.addressOf(pair.primary.port);
  const { processes } = await startNodes(stage, databaseUrl, 1);
  for (const node of processes) await node.kill();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('CREATE TABLE trial_rows (id bigserial PRIMARY KEY, note text NOT NULL)');
  return { pair, databaseUrl, client };
}

/** Leaves nothing of a stretch that the next one would have to go through. */
async function clear(client: pg.Client): Promise<void> {
  await client.query('TRUNCATE trial_rows, job_outbox, graphile_worker._private_jobs');
  await client.query('SELECT seal_audit_entries(1000000)');
}

async function measureAll(stage: Stage, rounds: number, programs?: string): Promise<Figure[]> {
  const { pair, databaseUrl, client } = await prepare(stage, programs);
  const [shown] = await pair.primary.query('SHOW server_version');
  const figures: Figure[] = [{ what: 'PostgreSQL', value: String(shown?.['server_version']) }];
  for (const delayMs of STANDBY_DELAYS_MS) {
    await delayStandby(pair, delayMs);
    const rates: Record<string, number[]> = {};
    for (let round = 1; round <= rounds; round++) {
      for (const [name, kind] of Object.entries(KINDS)) {
        const rate = await measure(stage, databaseUrl, kind.clients ?? CLIENTS, kind);
        stage.say(`  ${delayMs} ms, round ${round}, ${name}: ${rate.toFixed(0)} commits a second`);
        rates[name] = [...(rates[name] ?? []), rate];
        await clear(client);
      }
    }
    figures.push(...figuresOfCommits(rates, delayMs));
  }
  await client.end();
  return figures;
}

/** Measures what jobs and audit entries leave of the commits that a distant standby allows, on the PostgreSQL that npm brings. */
export const commitCeiling: Trial = {
  help: 'commits of 24 clients with a standby 2 and 10 ms away, plain and with a job and an audit entry, now and as before (T8)',
  needs: [],
  usual: { rounds: 3, rate: 40 },
  run: async (stage, { rounds }) => ({ verdicts: {}, figures: await measureAll(stage, rounds) }),
};

/** The same on Debian's PostgreSQL. */
export const commitCeilingDebian: Trial = {
  ...commitCeiling,
  help: "the same on Debian's PostgreSQL (T8)",
  needs: ['pg_ctl'],
  run: async (stage, { rounds }) => ({
    verdicts: {},
    figures: await measureAll(stage, rounds, postgresPrograms()),
  }),
};
