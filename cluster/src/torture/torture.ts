import { join } from 'node:path';
import { MACHINE_SPEED_NAMES, measureMachineSpeed } from '@titular/test-kit/time/machine-speed.ts';
import { startEnds } from '../load/ends.ts';
import { readJournal } from '../load/journal.ts';
import type { Readings } from '../soak/process-readings.ts';
import { waitUntilReady } from '../stage/nodes.ts';
import type { Figure, Outcome, Trial } from '../trial.ts';
import { calm } from '../trials/faults.ts';
import { askAfterwards } from './afterwards/ask-afterwards.ts';
import { keepRunFiles } from './evidence/keep-run.ts';
import { type Ground, openGround } from './ground.ts';
import { healGround } from './heal-ground.ts';
import { type HeldReading, lookAtHeld, readBaseline } from './held.ts';
import { callsOf, endsOf } from './judge-journal.ts';
import { judgePhase } from './judge-phase.ts';
import { foldChecks, type Judged, NOTHING, tableOfPhases, zero, zeroLate } from './judged.ts';
import { askAgain } from './load/again.ts';
import type { CallLine } from './load/mix.ts';
import { ENDING } from './load/tenant.ts';
import { PHASES, type Phase, type Size } from './phases.ts';

const READY_MS = 60_000;
const MINUTE_MS = 60_000;
/** How a wait, or a request, says that it has ended in vain. */
const IS_LATE = /: not within \d+|due to timeout/;
/** The load after a phase that is alone with its faults: in a smoke long enough for calls of every kind. */
const AFTERWARDS_MS: Readonly<Record<Size, number>> = { smoke: 3_000, full: 5_000, soak: 5_000 };

/** The load after a phase under faults, once both processes are ready. */
const LAST_MS = 1_000;

/** The database's own disk, in memory; what a soak writes is too much for one. */
const DISK_MEGABYTES: Readonly<Record<Size, number | undefined>> = {
  smoke: 700,
  full: 4_000,
  soak: undefined,
};

/** Calls a second beside the ends, where a phase has no load of its own: little, because two processes, a worker, the database and the load share the machine. */
const RATE = 80;

/** Waits until both processes are ready under the load of a phase; where they are not, that is found, and what follows goes on without. */
async function figuresOfEnd({ stage, nodes }: Ground, { name }: Phase): Promise<Figure[]> {
  try {
    await waitUntilReady(stage, nodes.urls, READY_MS);
    return [];
  } catch (error) {
    if (stage.signal.aborted) throw error;
    stage.say(String(error));
    return [zeroLate(`${name}: processes that were not ready within ${READY_MS / 1_000} s after it`, 1)];
  }
}

/** Heals what a phase that broke off has left; that it broke off is found. */
async function breakOff(ground: Ground, phase: Phase, error: unknown): Promise<Figure> {
  const [{ stage }, { name }] = [ground, phase];
  const why = error instanceof Error ? error.message : String(error);
  stage.say(`  ${name} broke off: ${error instanceof Error ? error.stack : why}`);
  await healGround(ground, phase).catch((found: unknown) => stage.say(`  not healed: ${found}`));
  const make = IS_LATE.test(why) ? zeroLate : zero;
  return make(`${name}: broke off: ${why}`, 1);
}

/** What is known of a phase that could not be judged: that it could not. */
function unjudged(
  { name, what, minutes }: Phase,
  size: Size,
  journal: string,
  figures: readonly Figure[],
  error: unknown,
): Judged {
  const why = error instanceof Error ? error.message : String(error);
  return {
    ...{ phase: name, what, minutes: minutes[size], took: { seconds: 0, judgedSeconds: 0 }, checks: [] },
    ...{
      figures: [...figures, zero(`${name}: not judged: ${why}`, 1)],
      verdict: NOTHING,
      journal,
      head: undefined,
    },
  };
}

/** Sends again what has no known result; where that breaks off, what was judged before stands. */
const sendAgain = (ground: Ground, { name }: Phase, journal: string): Promise<Figure[]> =>
  askAgain(ground, name, readJournal<CallLine>(callsOf(journal))).catch((error: Error) => {
    ground.stage.say(`  ${name}: not sent again: ${error.stack}`);
    return [zero(`${name}: not sent again: ${error.message}`, 1)];
  });

/** Runs one phase under load, heals everything, and judges it; Ctrl-C cuts it short, and what was done until then is judged. One that breaks off is healed and judged likewise. */
async function runPhase(ground: Ground, phase: Phase, size: Size, place: number): Promise<Judged> {
  const { stage, nodes } = ground;
  const seed = ground.seed * 1_000 + place;
  const journal = join(stage.directory, `${phase.name.replaceAll(' ', '-')}.journal`);
  stage.say(`${phase.name}: ${phase.what}`);
  const perSecond = phase.load?.[size].perSecond ?? RATE;
  const figures: Figure[] = [];
  const sinceMs = performance.now();
  const act = async (): Promise<void> => {
    try {
      figures.push(...(await phase.act(ground, phase.minutes[size] * MINUTE_MS)));
    } catch (error) {
      if (!stage.signal.aborted) figures.push(await breakOff(ground, phase, error));
    }
  };
  // The load of a phase whose faults would meet it begins once they are over.
  if (phase.isAlone) await act();
  const load = ground.mix.start({ creates: journal, calls: callsOf(journal) }, perSecond, seed);
  const ends = await startEnds(nodes, endsOf(journal), `ends-${seed}`, {
    owners: ground.tenants.slice(0, ENDING),
    approves: true,
    onMade: ground.mix.learn,
  });
  try {
    if (phase.isAlone) await calm(stage, AFTERWARDS_MS[size]);
    else await act();
    figures.push(...(await figuresOfEnd(ground, phase)));
    // So that each load has calls while both are ready, however long one was down.
    if (!phase.isAlone && !phase.isCalm) await calm(stage, LAST_MS);
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
  try {
    const judged = await judgePhase(ground, phase, size, journal, ends, { figures, seconds });
    if (stage.signal.aborted) return judged;
    const again = await sendAgain(ground, phase, journal);
    return { ...judged, figures: [...judged.figures, ...again] };
  } catch (error) {
    if (stage.signal.aborted) throw error;
    stage.say(`  ${phase.name} is not judged: ${error}`);
    return unjudged(phase, size, journal, figures, error);
  }
}

function outcomeOf(judged: readonly Judged[], last: readonly Figure[]): Outcome {
  return {
    figures: [...judged.flatMap(({ figures }) => figures), ...foldChecks(judged), ...last],
    tables: [tableOfPhases(judged)],
    verdicts: Object.fromEntries(judged.map(({ phase, verdict }) => [phase, verdict])),
  };
}

/** Asks what is asked afterwards; where that breaks off, the phases before are told all the same. */
const endRun = (
  ground: Ground,
  held: Parameters<typeof askAfterwards>[1],
  judged: readonly Judged[],
): Promise<Figure[]> =>
  askAfterwards(ground, held, judged).catch((error: Error) => {
    if (ground.stage.signal.aborted) throw error;
    ground.stage.say(String(error.stack));
    return [zero(`afterwards: broke off: ${error.message}`, 1)];
  });

/** Runs every phase, each judged into a list, and asks what is asked afterwards; after Ctrl-C no more. */
async function runPhases(
  ground: Ground,
  size: Size,
  phases: readonly Phase[],
  judged: Judged[],
): Promise<Figure[]> {
  const { signal } = ground.stage;
  const looks: HeldReading[] = [];
  let held: Readings = {};
  for (const [place, phase] of phases.entries()) {
    // What they gathered until then would end with them; a smoke looks once before its end.
    const isLookedAt = phase.replaces && place > 0 && (size !== 'smoke' || looks.length === 0);
    if (isLookedAt) looks.push(await lookAtHeld(ground, held, size, `before ${phase.name}`));
    if (signal.aborted) return [];
    judged.push(await runPhase(ground, phase, size, place));
    if (signal.aborted) return [];
    if (place === 0) held = await readBaseline(ground);
  }
  ground.stage.say('afterwards: lists, links, deliveries, processes and files');
  return endRun(ground, { held, looks, size }, judged);
}

/** What the machine alone does to times; a smoke has no time to ask. */
async function figuresOfMachine(size: Size): Promise<Figure[]> {
  if (size === 'smoke') return [];
  const { slowShare, halfLoadP99Ms } = await measureMachineSpeed();
  return [
    { what: MACHINE_SPEED_NAMES.slowShare, value: `${(slowShare * 100).toFixed(1)} %` },
    { what: MACHINE_SPEED_NAMES.halfLoadP99Ms, value: `${halfLoadP99Ms.toFixed(0)} ms` },
  ];
}

/** The trial of one size: every phase in its order, on one ground. After Ctrl-C it gives what was judged until then. What it needs to be judged again stays where a violation was found, or where it `keeps` all. */
export const tortureOf = (size: Size, phases: readonly Phase[] = PHASES, keeps = false): Trial => ({
  help: 'two API processes and a worker, killed, cut off and raced',
  needs: [],
  usual: { rounds: 1, rate: RATE },
  async run(stage, { seed }) {
    const machine = await figuresOfMachine(size);
    const ground = await openGround(stage, seed, DISK_MEGABYTES[size]);
    // Whoever ends it early keeps what was sent and answered.
    stage.signal.addEventListener('abort', stage.keepLogs);
    const judged: Judged[] = [];
    const last = await runPhases(ground, size, phases, judged);
    const outcome = outcomeOf(judged, [...last, ...machine]);
    await keepRunFiles(ground, size, judged, outcome, keeps).catch((error: Error) =>
      stage.say(`not kept to be judged again: ${error.message}`),
    );
    return outcome;
  },
});
