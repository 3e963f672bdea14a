import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { EtcdProtocol } from '../../../scripts/deployment/database-files.ts';
import { type Load, startCreates } from '../load/creates.ts';
import { judge, type Verdict } from '../load/judge.ts';
import type { Stage } from '../stage/children.ts';
import { type Nodes, startNodes, waitUntilReady } from '../stage/nodes.ts';
import { type PatroniCluster, startPatroni } from '../stage/patroni.ts';
import { waitFor } from '../stage/wait.ts';
import type { Choices } from '../trial.ts';

const CALM_MS = 5_000;
const SUCCESS_LIMIT_MS = 90_000;
const WHOLE_LIMIT_MS = 120_000;

/** The rate that the demo's tenant is given: no load of a trial reaches it. */
export async function liftLimits(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('UPDATE tenants SET rate_per_second = 10000, rate_burst = 10000');
  await client.end();
}

/** Lets the load run as it is. */
export const calm = (stage: Stage, milliseconds: number = CALM_MS): Promise<void> =>
  delay(milliseconds, undefined, { signal: stage.signal });

/** Waits until something new is acknowledged that was sent after now, and says how long nothing was. */
export async function waitForSuccess(stage: Stage, load: Load): Promise<void> {
  const { count } = load.acknowledged();
  const sinceMs = load.nowMs();
  // Answers under way may still come; ten more are no answers of before.
  await waitFor(
    'an acknowledged create',
    SUCCESS_LIMIT_MS,
    stage.signal,
    async () => load.acknowledged().count >= count + 10 && load.nowMs() - sinceMs > 1_000,
  );
  stage.say(`  creates are acknowledged again, ${((load.nowMs() - sinceMs) / 1_000).toFixed(1)} s later`);
}

/** A Patroni cluster with two nodes of the service before it. */
export type Service = { cluster: PatroniCluster; nodes: Nodes };

/** Starts all of it. */
export async function openCluster(stage: Stage, protocol?: EtcdProtocol): Promise<Service> {
  const cluster = await startPatroni(stage, protocol);
  const nodes = await startNodes(stage, cluster.databaseUrl);
  await liftLimits(cluster.adminUrl);
  return { cluster, nodes };
}

const journalOf = (stage: Stage, name: string): string => join(stage.directory, `${name}.journal`);

/** Judges faults of before once more, against the database as it is now. */
export async function judgeAgain(
  stage: Stage,
  { cluster }: Service,
  names: readonly string[],
): Promise<Record<string, Verdict>> {
  const verdicts: Record<string, Verdict> = {};
  for (const name of names) verdicts[name] = await judge(journalOf(stage, name), cluster.adminUrl);
  return verdicts;
}

/** Runs one fault under load: calm, fault, success again, whole again, and the verdict over all of it. */
export async function underLoad(
  stage: Stage,
  { cluster, nodes }: Service,
  name: string,
  { rate, seed }: Choices,
  fault: (load: Load) => Promise<void>,
): Promise<Verdict> {
  const journal = journalOf(stage, name);
  const load = await startCreates(nodes, journal, rate, seed);
  try {
    await calm(stage);
    await fault(load);
    await cluster.waitUntilWhole(WHOLE_LIMIT_MS);
    await calm(stage);
  } finally {
    await load.stop();
  }
  await waitUntilReady(stage, nodes.urls, 10_000);
  const verdict = await judge(journal, cluster.adminUrl);
  stage.say(`${name}: ${JSON.stringify(verdict)}`);
  return verdict;
}
