import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { findPostgresAccount } from '../../../scripts/debian-programs.ts';
import { poolerFile } from '../../../scripts/deployment/database-files.ts';
import { startCreates } from '../load/creates.ts';
import { judge } from '../load/judge.ts';
import type { Stage } from '../stage/children.ts';
import { startPair } from '../stage/embedded-pair.ts';
import { startNode, startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits } from './faults.ts';

const PASSWORD = 'trial';
const REFUSED_MS = 60_000;
const LOAD_MS = 15_000;
const LONGEST_SECONDS = 2;
const REFUSAL = 'Connections to the database have no statement_timeout';

/** Starts PgBouncer from the sample; gives the address for the service. */
async function startPooler(stage: Stage, serverPort: number): Promise<string> {
  const account = findPostgresAccount();
  const port = await findFreePort();
  const directory = await stage.makeDirectory('pgbouncer', account);
  const [users, config] = [join(directory, 'userlist.txt'), join(directory, 'pgbouncer.ini')];
  await writeFile(users, `"titular" "${PASSWORD}"\n`);
  await writeFile(config, poolerFile({ host: '127.0.0.1', port, server: '127.0.0.1', serverPort, users }));
  for (const path of [users, config]) await chown(path, account.uid, account.gid);
  stage.start('pgbouncer', 'pgbouncer', [config], { account });
  return `postgres://titular:${PASSWORD}@127.0.0.1:${port}/titular`;
}

/** Starts a node that must refuse, and says whether it named the limits. */
async function isRefused(stage: Stage, databaseUrl: string): Promise<boolean> {
  const data = await stage.makeDirectory('refused');
  const node = startNode(stage, 'refused-node', databaseUrl, data, await findFreePort());
  await waitFor('the refusal', REFUSED_MS, stage.signal, async () => node.isOver());
  return (await readFile(join(stage.directory, 'refused-node.log'), 'utf8')).includes(REFUSAL);
}

/** Runs the service through PgBouncer, first without the limits that it drops. */
export const pooler: Trial = {
  help: 'PgBouncer in session mode: dropped limits are refused at the start, and creates go through (S23)',
  needs: ['pgbouncer'],
  usual: { rounds: 1, rate: 40 },
  async run(stage, { rate, seed }) {
    const { primary, addressOf } = await startPair(stage);
    const databaseUrl = await startPooler(stage, primary.port);
    const refused = await isRefused(stage, databaseUrl);
    stage.say(`a node without limits ${refused ? 'was refused' : 'was NOT refused by its limits'}`);
    await primary.query("ALTER ROLE titular SET statement_timeout = '4s'");
    await primary.query("ALTER ROLE titular SET idle_in_transaction_session_timeout = '10s'");
    await primary.query("ALTER ROLE titular SET timezone = 'UTC'");
    await primary.query('ALTER ROLE titular SET max_parallel_workers_per_gather = 0');
    await primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'titular'");
    const nodes = await startNodes(stage, databaseUrl);
    await liftLimits(addressOf(primary.port));
    const journal = join(stage.directory, 'pooler.journal');
    const load = await startCreates(nodes, journal, rate, seed);
    await calm(stage, LOAD_MS).finally(() => load.stop());
    const verdict = await judge(journal, addressOf(primary.port));
    const refusal: Figure = {
      ...{ what: 'pooled: a start without limits is refused by their names', value: refused ? 'yes' : 'no' },
      ...{ target: 'yes', isMet: refused },
    };
    return {
      verdicts: { pooled: verdict },
      figures: [refusal, ...figuresOf('pooled', verdict, LONGEST_SECONDS)],
    };
  },
};
