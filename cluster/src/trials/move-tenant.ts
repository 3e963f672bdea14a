import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startCreates } from '../load/creates.ts';
import { judge, type Verdict } from '../load/judge.ts';
import { type Cell, startCell, writeEnvironment } from '../stage/cells.ts';
import type { Stage } from '../stage/children.ts';
import { startForwarder } from '../stage/forwarder.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits, waitForSuccess } from './faults.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
const MAX_CLOSED_MS = 5_000;
const GAP_SECONDS = 10;
/** A merchant without a new token is refused until its load has fetched one. */
const ELSEWHERE = /^(503|403) /;

type Step = { step: string; closedMs?: number; rows?: number };

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
  for await (const line of createInterface({ input: child.stdout })) heed(JSON.parse(line) as Step);
  const [code] = await ended;
  if (code !== 0) throw new Error(`titular tenants move ended with ${code}`);
}

/** The figures of a move: answers of a tenant that is closed are no answers outside the contract. */
function figuresOfMove(verdict: Verdict, closedMs: number, rows: number): Figure[] {
  const elsewhere = Object.entries(verdict.answers)
    .filter(([answer]) => ELSEWHERE.test(answer))
    .reduce((sum, [, count]) => sum + count, 0);
  const outsideContract = Math.max(0, verdict.outsideContract - elsewhere);
  return [
    ...figuresOf('move', { ...verdict, outsideContract }, GAP_SECONDS),
    { what: 'move: rows of the tenant', value: String(rows) },
    {
      what: 'move: nobody served the tenant for',
      value: `${closedMs} ms`,
      target: `<= ${MAX_CLOSED_MS} ms`,
      isMet: closedMs <= MAX_CLOSED_MS,
    },
  ];
}

/** One tenant moves between two deployments under load, and its name follows. */
export const moveTenant: Trial = {
  help: 'a tenant moves to another deployment under load; prints how long nobody served it (S59)',
  needs: [],
  usual: { rounds: 1, rate: 30 },
  async run(stage, { rate, seed }) {
    const [from, to] = [await startCell(stage, 'one'), await startCell(stage, 'two')];
    for (const { databaseUrl } of [from, to]) await liftLimits(databaseUrl);
    const portOf = ({ nodes }: Cell): number => Number(new URL(nodes.urls[0] ?? '').port);
    const name = await startForwarder(stage, portOf(from));
    const nodes = { ...from.nodes, urls: [`http://127.0.0.1:${name.port}`] };
    const journal = join(stage.directory, 'move.journal');
    const load = await startCreates(nodes, journal, rate, seed);
    let [closedMs, rows] = [0, 0];
    try {
      await calm(stage);
      await move(stage, from, to, (step) => {
        stage.say(JSON.stringify(step));
        if (step.step === 'switched') name.move(portOf(to));
        closedMs = step.closedMs ?? closedMs;
        rows = step.rows ?? rows;
      });
      await waitForSuccess(stage, load);
    } finally {
      await load.stop();
    }
    const verdict = await judge(journal, to.databaseUrl);
    return { verdicts: { move: verdict }, figures: figuresOfMove(verdict, closedMs, rows) };
  },
};
