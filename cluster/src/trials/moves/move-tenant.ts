import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fillTables } from '../../fill/fill-tables.ts';
import { startCreates } from '../../load/creates.ts';
import { checkInvariants, countInLogs, figuresOfInvariants, type Invariant } from '../../load/invariants.ts';
import { judge } from '../../load/judge.ts';
import { knownOf, type Played } from '../../load/people.ts';
import { query } from '../../load/times.ts';
import { type Cell, startCell, writeEnvironment } from '../../stage/cells.ts';
import type { Stage } from '../../stage/children.ts';
import { startForwarder } from '../../stage/forwarder.ts';
import type { Choices, Figure, Outcome, Trial } from '../../trial.ts';
import { calm, liftLimits, waitForSuccess } from '../faults.ts';
import { beyond, countLeft, figuresOfMove, type Step } from './move-figures.ts';
import { beginEnds, showFaces } from './tenant-life.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../packages/cli/src/main.ts');
const LARGE_TRANSACTIONS = 100_000;
/** The identity of the load, which may stand nowhere in clear. */
const LOAD_IDENTITY = '52998224725';

/** Runs the command, and tells each step as it comes. */
async function move(stage: Stage, from: Cell, to: Cell, heed: (step: Step) => void): Promise<void> {
  const file = await writeEnvironment(stage, to);
  const words = [PROGRAM, 'tenants', 'move', from.nodes.demo.tenantId, '--to', file, '--json'];
  const child = spawn(process.execPath, words, {
    env: from.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  stage.onClose(async () => void child.kill('SIGKILL'));
  const sinceMs = performance.now();
  for await (const line of createInterface({ input: child.stdout }))
    heed({ ...(JSON.parse(line) as Step), atMs: performance.now() - sinceMs });
  const [code] = await ended;
  if (code !== 0) throw new Error(`titular tenants move ended with ${code}`);
}

/** Gives the tenant a past; answers what breaks invariants in it, because rows that are made by statements are not made as the service does. */
async function fillTenant(
  stage: Stage,
  { adminUrl, nodes }: Cell,
  transactions: number,
): Promise<Invariant[]> {
  await fillTables(stage, adminUrl, nodes.demo, { from: 0, to: transactions });
  await query(adminUrl, 'VACUUM ANALYZE');
  return checkInvariants(adminUrl);
}

/** Moves the demo's tenant of one cell to another under load; answers every step, and where the journal of the load is. */
async function moveUnderLoad(
  stage: Stage,
  from: Cell,
  to: Cell,
  { rate, seed }: Choices,
): Promise<{ steps: Step[]; journal: string; canceled: number }> {
  const portOf = ({ nodes }: Cell): number => Number(new URL(nodes.urls[0] ?? '').port);
  const name = await startForwarder(stage, portOf(from));
  const nodes = { ...from.nodes, urls: [`http://127.0.0.1:${name.port}`] };
  const journal = join(stage.directory, 'move.journal');
  const load = await startCreates(nodes, journal, rate, seed);
  const ends = beginEnds(nodes);
  const steps: Step[] = [];
  try {
    await calm(stage);
    await move(stage, from, to, (step) => {
      stage.say(JSON.stringify(step));
      if (step.step === 'switched') name.move(portOf(to));
      steps.push(step);
    });
    await waitForSuccess(stage, load);
  } finally {
    await load.stop();
    await ends.stop();
  }
  return { steps, journal, canceled: ends.canceled() };
}

/** Invariants of both cells, the target's beyond what broke them before. */
async function judgeCells(
  stage: Stage,
  from: Cell,
  to: Cell,
  played: readonly Played[],
  before: readonly Invariant[],
): Promise<Figure[]> {
  const known = knownOf(played);
  const secrets = [...known.secrets, LOAD_IDENTITY];
  const source = await checkInvariants(from.adminUrl, { ...known, secrets });
  const target = await checkInvariants(to.adminUrl, { ...known, secrets });
  return [
    ...figuresOfInvariants('the source', source),
    ...figuresOfInvariants('the target', [...beyond(target, before), countInLogs(stage.directory, secrets)]),
  ];
}

async function run(stage: Stage, choices: Choices): Promise<Outcome> {
  const [from, to] = [await startCell(stage, 'one'), await startCell(stage, 'two')];
  for (const { databaseUrl } of [from, to]) await liftLimits(databaseUrl);
  const { transactions, seed } = choices;
  const before = transactions ? await fillTenant(stage, from, transactions) : [];
  const played = await showFaces(stage, from.nodes, seed);
  const { steps, journal, canceled } = await moveUnderLoad(stage, from, to, choices);
  const verdict = await judge(journal, to.databaseUrl);
  return {
    verdicts: { move: verdict },
    figures: [
      ...(transactions ? [{ what: 'transactions of the tenant before', value: String(transactions) }] : []),
      { what: 'people who showed their faces before, the last one erased', value: String(played.length) },
      { what: 'transactions canceled during the move', value: String(canceled) },
      ...figuresOfMove(verdict, steps),
      ...(await countLeft(from, to)),
      ...(await judgeCells(stage, from, to, played, before)),
    ],
  };
}

/** One tenant moves between two deployments under load, and its name follows. */
export const moveTenant: Trial = {
  help: 'a tenant moves to another deployment under load; prints how long nobody served it (S59)',
  needs: [],
  usual: { rounds: 1, rate: 30 },
  run,
};

/** The same of a tenant with a past. */
export const moveLargeTenant: Trial = {
  help: 'the same of a tenant that had --transactions before; prints how long the copy took (S59)',
  needs: [],
  usual: { rounds: 1, rate: 20, transactions: LARGE_TRANSACTIONS },
  run,
};
