import { drawFrom } from '../../load/creates.ts';
import { STATEMENT_FAULTS, type StatementFault } from '../../stage/faults/failing-statements.ts';
import { waitUntilReady } from '../../stage/nodes.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, ROLES } from '../ground.ts';
import { zero } from '../judged.ts';
import { type Caller, FLOWS, type Flow, openCaller, REST } from './flows.ts';

type Role = (typeof ROLES)[number];

/** A place where a fault is possible: a statement of a role, first seen in a flow, and how it fails. */
export type FaultPoint = {
  flow: string;
  role: Role;
  name: string;
  fault: StatementFault;
  tries: number;
  isReached: boolean;
};

/** For so long it is looked what passes while nobody calls anything. */
const REST_MS = 1_500;
/** What follows a call, where it was asked. */
const SETTLE_MS = 200;
/** What comes by itself has come within this, which is about a round of all flows, or comes another time. */
const MEET_MS = 5_000;
const LOOK_MS = 20;
const MAX_TRIES = 3;
const HEALED_MS = 60_000;
/** Points that are named on a page; all of them stand beside it. */
const MAX_NAMED = 12;
/** Points of each role that are tried at once of those that come by themselves. */
const AT_ONCE = 6;

const isTriedOut = ({ isReached, tries }: FaultPoint): boolean => isReached || tries >= MAX_TRIES;

/** Whether a point needs no call to come: statements of the worker follow those of a flow, whoever calls meanwhile. */
const comesByItself = ({ role, flow }: FaultPoint): boolean => role === 'worker' || flow === REST.name;

/** Statements that each role sent since this was last asked. */
const takeNames = ({ statements }: Pick<Ground, 'statements'>): { role: Role; name: string }[] =>
  ROLES.flatMap((role, place) => statements[place]?.take().map((name) => ({ role, name })) ?? []);

/** All points that are known, by flow. */
export function createPoints() {
  const points = new Map<string, FaultPoint>();
  const taken = new Set<string>();
  const nameOf = ({ role, name }: Pick<FaultPoint, 'role' | 'name'>): string => `${role} ${name}`;
  return {
    all: (): FaultPoint[] => [...points.values()],
    /** How many are left that are wanted. */
    countLeft: (isWanted: (point: FaultPoint) => boolean): number =>
      [...points.values()].filter((one) => isWanted(one) && !isTriedOut(one)).length,
    /** Whether each was reached, or tried so often that it is not tried again, and none is being tried. */
    isDone: (): boolean => taken.size === 0 && [...points.values()].every(isTriedOut),
    learn(flow: string, names: readonly { role: Role; name: string }[]): void {
      for (const { role, name } of names)
        for (const fault of STATEMENT_FAULTS) {
          const key = `${role} ${name} ${fault}`;
          if (!points.has(key)) points.set(key, { flow, role, name, fault, tries: 0, isReached: false });
        }
    },
    /** Takes one of those that are wanted, drawn among them that were tried least; no statement is taken twice until it is given back. */
    take(isWanted: (point: FaultPoint) => boolean, draw: () => number): FaultPoint | undefined {
      const [first] = [...points.values()]
        .filter((one) => isWanted(one) && !isTriedOut(one) && !taken.has(nameOf(one)))
        .map((point) => ({ point, place: point.tries + draw() }))
        .toSorted((one, other) => one.place - other.place);
      if (!first) return undefined;
      first.point.tries += 1;
      taken.add(nameOf(first.point));
      return first.point;
    },
    giveBack: (point: FaultPoint): void => void taken.delete(nameOf(point)),
  };
}

type Points = ReturnType<typeof createPoints>;

/** Lets a point fail while something goes on, at each process of its role, and tells whether it was reached. */
async function tryPoint(
  { stage, statements }: Ground,
  points: Points,
  point: FaultPoint,
  work: () => Promise<void>,
): Promise<void> {
  const { role, name, fault, flow } = point;
  const each = statements.filter((_, place) => ROLES[place] === role);
  for (const one of each)
    one.fail(name, fault, () => {
      point.isReached = true;
    });
  try {
    await work();
  } finally {
    for (const one of each) one.heal(name);
    points.giveBack(point);
  }
  if (point.isReached) stage.say(`  ${fault}: ${role}, ${name} (${flow})`);
}

/** Waits until a point was reached, and not beyond a time. */
async function meet({ stage }: Ground, point: FaultPoint, isLate: () => boolean): Promise<void> {
  while (!point.isReached && !isLate()) await calm(stage, LOOK_MS);
}

/** Runs a flow, and lets one of its points fail meanwhile where one is left. */
async function runFlow(
  ground: Ground,
  caller: Caller,
  points: Points,
  flow: Flow,
  draw: () => number,
): Promise<void> {
  const point = points.take((one) => one.flow === flow.name && !comesByItself(one), draw);
  const run = async (): Promise<void> => void (await flow.run(caller));
  if (point)
    await tryPoint(ground, points, point, async () => {
      await run();
      const calledMs = performance.now();
      await meet(ground, point, () => performance.now() - calledMs >= SETTLE_MS);
    });
  else await run();
  points.learn(flow.name, takeNames(ground));
}

/** Flows in which somebody calls. */
const CALLED = FLOWS.filter((flow) => flow !== REST);

/** The flow in which the most is left to try. */
function longestOf(points: Points): Flow {
  const left = ({ name }: Flow): number =>
    points.countLeft((one) => one.flow === name && !comesByItself(one));
  return CALLED.reduce((longest, flow) => (left(flow) > left(longest) ? flow : longest));
}

/** Lets points of a role fail that come by themselves, one after the other, until it is over. */
async function tryByThemselves(
  ground: Ground,
  points: Points,
  role: Role,
  { draw, isOver }: { draw: () => number; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const point = points.take((one) => one.role === role && comesByItself(one), draw);
    const sinceMs = performance.now();
    if (!point) {
      await calm(ground.stage, LOOK_MS);
      continue;
    }
    const isLate = (): boolean => performance.now() - sinceMs >= MEET_MS;
    await tryPoint(ground, points, point, () => meet(ground, point, () => isOver() || isLate()));
    // A try that was cut off by the end is none.
    if (!point.isReached && !isLate()) point.tries -= 1;
  }
}

/** Goes through every flow once, and notes what statements it sends. */
async function learnFlows(ground: Ground, caller: Caller, points: Points): Promise<void> {
  takeNames(ground);
  for (const flow of FLOWS) {
    await flow.run(caller);
    await calm(ground.stage, flow === REST ? REST_MS : SETTLE_MS);
    points.learn(flow.name, takeNames(ground));
  }
}

/** What came of the points: calls that failed where nothing did, before and afterwards, and answers meanwhile. */
export type Tried = {
  points: readonly FaultPoint[];
  before: readonly string[];
  meanwhile: readonly string[];
  afterwards: readonly string[];
};

const parts = (points: readonly FaultPoint[], by: 'flow' | 'fault'): string =>
  [...Map.groupBy(points, (point) => point[by])]
    .map(([name, list]) => `${name} ${list.filter(({ isReached }) => isReached).length} / ${list.length}`)
    .join(', ');

/** Judges the points: each that belongs to a flow is reached, or tried three times; those that were not reached are named. */
export function figuresOfPoints({ points, before, meanwhile, afterwards }: Tried): Figure[] {
  const nameOf = ({ role, name, fault, flow }: FaultPoint): string => `${role}, ${name}: ${fault} (${flow})`;
  const reached = points.filter(({ isReached }) => isReached);
  const missing = points.filter((one) => !one.isReached && isTriedOut(one));
  const untried = points.filter((one) => !isTriedOut(one));
  const due = points.filter(({ flow }) => flow !== REST.name);
  const named = missing.slice(0, MAX_NAMED).map(nameOf);
  return [
    {
      what: 'nth fault: fault points reached / known',
      value: `${reached.length} / ${points.length}`,
      target: '> 0',
      isMet: reached.length > 0,
      names: reached.map(nameOf),
    },
    {
      what: `nth fault: points of flows, those at rest apart, that were reached or tried ${MAX_TRIES} times / known`,
      value: `${due.filter(isTriedOut).length} / ${due.length}`,
      target: 'all',
      isMet: due.every(isTriedOut) && due.length > 0,
      isTimed: true,
    },
    {
      what: 'nth fault: points for which there was no time',
      value: String(untried.length),
      names: untried.map(nameOf),
    },
    { what: 'nth fault: by flow', value: parts(points, 'flow') },
    { what: 'nth fault: by fault', value: parts(points, 'fault') },
    {
      what: `nth fault: points that did not come in ${MAX_TRIES} tries`,
      value: [String(missing.length), ...named].join('; '),
      names: missing.map(nameOf),
    },
    {
      what: 'nth fault: calls of the flows that were not answered with 200 while statements failed',
      value: String(meanwhile.length),
    },
    zero('nth fault: of these without an answer', meanwhile.filter((one) => /: 0$/.test(one)).length),
    zero('nth fault: calls of the flows that failed before any statement did', before.length),
    zero('nth fault: calls of the flows that failed once everything was healed', afterwards.length),
  ];
}

/** Tries points until each was reached or tried often enough, or the time is over; one round of the flows at least, so that a slow machine shows something, too. */
async function tryAll(ground: Ground, caller: Caller, points: Points, endMs: number): Promise<void> {
  const draw = drawFrom(ground.seed);
  const isLate = (): boolean => performance.now() > endMs;
  let isOver = false;
  const lanes = [...new Set<Role>(ROLES)].flatMap((role) =>
    Array.from({ length: AT_ONCE }, () =>
      tryByThemselves(ground, points, role, { draw, isOver: () => isOver }),
    ),
  );
  const rounds = async (): Promise<void> => {
    try {
      do
        for (const flow of CALLED) {
          await runFlow(ground, caller, points, flow, draw);
          // Flows differ in length: every other turn is for the one that would take longest.
          if (!isLate()) await runFlow(ground, caller, points, longestOf(points), draw);
        }
      while (!isLate() && !points.isDone());
    } finally {
      isOver = true;
    }
  };
  await Promise.all([rounds(), ...lanes]);
}

/** Lets the statements of every flow fail: refused, lost before the server has them, and lost with their answer (R76). Nobody else calls, so that what is asked meets the fault that is for it; beside it fails what comes by itself. */
export async function failStatements(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes } = ground;
  const [caller, points] = [openCaller(ground), createPoints()];
  const endMs = performance.now() + milliseconds;
  await learnFlows(ground, caller, points);
  const before = caller.take();
  for (const one of before) stage.say(`  failed before anything did: ${one}`);
  await tryAll(ground, caller, points, endMs);
  await waitUntilReady(stage, nodes.urls, HEALED_MS);
  const meanwhile = caller.take();
  for (const flow of FLOWS) await flow.run(caller);
  const afterwards = caller.take();
  for (const one of afterwards) stage.say(`  failed once everything was healed: ${one}`);
  return figuresOfPoints({ points: points.all(), before, meanwhile, afterwards });
}
