import { compareJourneys, type Journey } from '../../fill/compare.ts';
import { type AtFill, figuresOfFill, tablesOfFill } from '../../fill/figures.ts';
import { fillTables } from '../../fill/fill-tables.ts';
import { callAsMerchant } from '../../fill/journey.ts';
import { type Merchant, openMerchant } from '../../fill/merchant.ts';
import { runJobs } from '../../fill/run-jobs.ts';
import { type Measured, readStatements, resetStatements } from '../../fill/statements.ts';
import { type Heard, startReceiver } from '../../load/heard.ts';
import { awaitWebhooks, figuresOfPeople, startPeople } from '../../load/people.ts';
import { query } from '../../load/times.ts';
import type { Stage } from '../../stage/children.ts';
import { addressOf, makeCluster, makeServiceDatabase, startServer } from '../../stage/embedded-pair.ts';
import { type Nodes, startNodes } from '../../stage/nodes.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure, Trial } from '../../trial.ts';
import { calm, liftLimits } from '../faults.ts';

const USUAL_TRANSACTIONS = 1_000_000;
/** Transactions with which each filter of a list finds as many rows as one statement looks at. */
const FEW_TRANSACTIONS = 100_000;
/** So many that ten of them are slower than the 99th percentile. */
const CREATES = 1_000;
const PEOPLE = 3;
const PEOPLE_LIMIT_MS = 240_000;
const WARM_CREATES = 100;

/** Images of pages depend on checkpoints, so none are written; nothing is cleaned or analyzed at a time of its own. */
const SETTINGS: readonly string[] = [
  "listen_addresses = '127.0.0.1'",
  "shared_preload_libraries = 'pg_stat_statements'",
  'pg_stat_statements.track_utility = off',
  'pg_stat_statements.max = 10000',
  'shared_buffers = 1GB',
  'maintenance_work_mem = 256MB',
  'max_wal_size = 8GB',
  'checkpoint_timeout = 1h',
  'full_page_writes = off',
  'fsync = off',
  'autovacuum = off',
];

type World = { stage: Stage; adminUrl: string; nodes: Nodes; heard: Heard };

/** What a journey left: its statements and times, and figures of what went wrong in it. */
type Travelled = { journey: Journey; at: AtFill; figures: Figure[] };

async function measure(
  adminUrl: string,
  work: () => Promise<unknown>,
  warm: () => Promise<unknown> = async () => undefined,
): Promise<Measured[]> {
  // Old versions of rows that change often would otherwise add up over the parts. After it, every connection plans its statements anew.
  await query(adminUrl, 'VACUUM');
  await warm();
  await resetStatements(adminUrl);
  await work();
  return readStatements(adminUrl);
}

/** People show their faces, and all but the first are erased once webhooks told of everybody. */
async function showFaces({ stage, nodes, heard }: World, seed: number): Promise<Figure[]> {
  const people = await startPeople(nodes, { seed });
  try {
    await waitFor('people', PEOPLE_LIMIT_MS, stage.signal, async () => people.played().length >= PEOPLE);
    await people.stop();
    await awaitWebhooks(stage, people.played(), heard);
    for (const one of people.played().slice(1)) await people.erase(one);
    return figuresOfPeople(people.played(), heard);
  } finally {
    people.leave();
  }
}

const zero = (what: string, found: readonly string[]): Figure => ({
  ...{ what, value: [found.length, ...found].join('; '), target: '0', isMet: found.length === 0 },
});

/** One and the same journey at any fill; `name` tells what it makes from what others made. */
async function travel(world: World, name: string, seed: number, rounds: number): Promise<Travelled> {
  const { stage, adminUrl, nodes } = world;
  const url = nodes.urls[0] ?? '';
  const call = (merchant: Merchant, count: number, prefix: string): Promise<void> =>
    callAsMerchant(merchant, nodes, count, prefix);
  await query(adminUrl, 'VACUUM ANALYZE');
  stage.say(`${name}: journey begins`);
  const merchant = openMerchant(url, nodes.demo);
  const requests = await measure(
    adminUrl,
    () => call(merchant, CREATES, name),
    () => call(openMerchant(url, nodes.demo), WARM_CREATES, `warm-${name}`),
  );
  stage.say(`${name}: requests made`);
  let figures: Figure[] = [];
  const pages = await measure(adminUrl, async () => {
    figures = await showFaces(world, seed);
  });
  stage.say(`${name}: faces shown`);
  let failed: string[] = [];
  const jobs = await measure(adminUrl, async () => {
    failed = await runJobs(stage, adminUrl, rounds);
    await calm(stage);
  });
  stage.say(`${name}: jobs run`);
  const create = requests.filter(({ text }) => /insert into transactions\b/i.test(text));
  const walOfCreate = create.reduce((sum, one) => sum + one.wal * one.calls, 0) / CREATES;
  return {
    journey: { requests, pages, jobs },
    at: { times: merchant.times, walOfCreate },
    figures: [
      ...figures
        .filter(({ target }) => target !== undefined)
        .map((one) => ({ ...one, what: `${name}: ${one.what}` })),
      zero(`${name}: kinds of calls that were refused`, merchant.refused()),
      zero(`${name}: jobs that failed`, failed),
    ],
  };
}

async function readBytes(adminUrl: string): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    adminUrl,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(row?.bytes);
}

/** The same journey on an empty database and on a filled one, with what each statement of the service cost. */
export const fill: Trial = {
  help: 'every statement of requests, pages and jobs on an empty database and after --transactions (T6, S40)',
  needs: [],
  usual: { rounds: 3, rate: 40, transactions: USUAL_TRANSACTIONS },
  async run(stage, { rounds, seed, transactions = USUAL_TRANSACTIONS }) {
    if (transactions <= FEW_TRANSACTIONS)
      throw new Error(`--transactions is more than ${FEW_TRANSACTIONS}, the few that it is compared with.`);
    const server = await startServer(stage, 'main', await makeCluster(stage, 'main', SETTINGS));
    await makeServiceDatabase(server);
    await server.run(['CREATE EXTENSION pg_stat_statements']);
    const adminUrl = addressOf(server.port, 'postgres');
    const nodes = await startNodes(stage, addressOf(server.port), 1);
    await liftLimits(adminUrl);
    const heard = await startReceiver(nodes.demo.webhookUrl, 0);
    stage.onClose(heard.close);
    const world = { stage, adminUrl, nodes, heard };
    const empty = await travel(world, 'empty', seed * 10, rounds);
    await fillTables(stage, adminUrl, nodes.demo, { from: 0, to: FEW_TRANSACTIONS });
    const few = await travel(world, 'few', seed * 10 + 1, rounds);
    const [bytes, sinceMs] = [await readBytes(adminUrl), performance.now()];
    await fillTables(stage, adminUrl, nodes.demo, { from: FEW_TRANSACTIONS, to: transactions });
    await query(adminUrl, 'VACUUM ANALYZE');
    const seconds = (performance.now() - sinceMs) / 1_000;
    const perTransaction = ((await readBytes(adminUrl)) - bytes) / (transactions - FEW_TRANSACTIONS);
    const filled = await travel(world, 'filled', seed * 10 + 2, rounds);
    const all = compareJourneys(empty.journey, few.journey, filled.journey);
    return {
      verdicts: {},
      figures: [
        {
          what: 'transactions: few, and filled',
          value: `${FEW_TRANSACTIONS} and ${transactions}, in ${seconds.toFixed(0)} s`,
        },
        {
          what: 'bytes of a filled transaction, with all that belongs to it',
          value: perTransaction.toFixed(0),
        },
        ...figuresOfFill(all, { empty: empty.at, few: few.at, filled: filled.at }),
        ...[...empty.figures, ...few.figures, ...filled.figures],
      ],
      tables: tablesOfFill(all),
      texts: Object.fromEntries(all.map(({ name, text }) => [name, text])),
    };
  },
};
