import { join } from 'node:path';
import { startEnds } from '../load/ends.ts';
import type { Readings } from '../soak/process-readings.ts';
import { waitUntilReady } from '../stage/nodes.ts';
import type { Figure, Outcome, Trial } from '../trial.ts';
import { askAfterwards } from './afterwards/ask-afterwards.ts';
import { readProcesses } from './drift.ts';
import { type Ground, openGround } from './ground.ts';
import { callsOf, judgePhase } from './judge-phase.ts';
import { foldChecks, type Judged, tableOfPhases, zero } from './judged.ts';
import { surnameOf } from './load/tenant.ts';
import { PHASES, type Phase, type Size } from './phases.ts';

const READY_MS = 60_000;
const MINUTE_MS = 60_000;

/** The database's own disk, in memory; what a soak writes is too much for one. */
const DISK_MEGABYTES: Readonly<Record<Size, number | undefined>> = {
  smoke: 700,
  full: 4_000,
  soak: undefined,
};

/** Calls a second beside the ends, where a phase has no load of its own: little, because two processes, a worker, the database and the load share the machine. */
const RATE = 80;
/** Tenants whose transactions are created and ended: so many that none comes near its limit by it. */
const ENDING = 40;

/** Waits until both processes are ready under the load of a phase; where they are not, that is found, and what follows goes on without. */
async function figuresOfEnd({ stage, nodes }: Ground, { name }: Phase): Promise<Figure[]> {
  try {
    await waitUntilReady(stage, nodes.urls, READY_MS);
    return [];
  } catch (error) {
    if (stage.signal.aborted) throw error;
    stage.say(String(error));
    return [zero(`${name}: processes that were not ready within ${READY_MS / 1_000} s after it`, 1)];
  }
}

/** Runs one phase under load, heals everything, and judges it; Ctrl-C cuts it short, and what was done until then is judged. */
async function runPhase(ground: Ground, phase: Phase, size: Size, place: number): Promise<Judged> {
  const { stage, nodes } = ground;
  const seed = ground.seed * 1_000 + place;
  const journal = join(stage.directory, `${phase.name.replaceAll(' ', '-')}.journal`);
  stage.say(`${phase.name}: ${phase.what}`);
  const perSecond = phase.load?.[size].perSecond ?? RATE;
  const load = ground.mix.start({ creates: journal, calls: callsOf(journal) }, perSecond, seed);
  const ends = await startEnds(nodes, `${journal}-ends`, `ends-${seed}`, {
    owners: ground.tenants.slice(0, ENDING).map((owner) => ({ ...owner, surname: surnameOf(owner.mark) })),
    approves: true,
    onMade: ground.mix.learn,
  });
  const figures: Figure[] = [];
  const sinceMs = performance.now();
  try {
    figures.push(...(await phase.act(ground, phase.minutes[size] * MINUTE_MS)));
    figures.push(...(await figuresOfEnd(ground, phase)));
  } catch (error) {
    if (!stage.signal.aborted) throw error;
  } finally {
    await Promise.all([load.stop(), ends.stop()]);
  }
  if (load.unsent() > 0)
    figures.push({
      what: `${phase.name}: calls that were not sent, because too many were under way`,
      value: String(load.unsent()),
    });
  const seconds = (performance.now() - sinceMs) / 1_000;
  return judgePhase(ground, phase, size, journal, ends, { figures, seconds });
}

function outcomeOf(judged: readonly Judged[], last: readonly Figure[]): Outcome {
  return {
    figures: [...judged.flatMap(({ figures }) => figures), ...foldChecks(judged), ...last],
    tables: [tableOfPhases(judged)],
    verdicts: Object.fromEntries(judged.map(({ phase, verdict }) => [phase, verdict])),
  };
}

/** The trial of one size: every phase in its order, on one ground. After Ctrl-C it gives what was judged until then. */
export const tortureOf = (size: Size, phases: readonly Phase[] = PHASES): Trial => ({
  help: 'two API processes and a worker, killed, cut off and raced',
  needs: [],
  usual: { rounds: 1, rate: RATE },
  async run(stage, { seed }) {
    const ground = await openGround(stage, seed, DISK_MEGABYTES[size]);
    // Whoever ends it early keeps what was sent and answered.
    stage.signal.addEventListener('abort', stage.keepLogs);
    const judged: Judged[] = [];
    let held: Readings = {};
    for (const [place, phase] of phases.entries()) {
      judged.push(await runPhase(ground, phase, size, place));
      if (stage.signal.aborted) return outcomeOf(judged, []);
      if (place === 0) held = await readProcesses(ground);
    }
    return outcomeOf(judged, await askAfterwards(ground, held, judged));
  },
});
