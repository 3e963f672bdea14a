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
/** What follows a call in the worker, and after it in the database. */
const SETTLE_MS = 200;
/** A statement of the worker that did not come within this comes another time; one of a process that is asked has come with its call. */
const MEET_MS = 1_000;
const LOOK_MS = 20;
const MAX_TRIES = 3;
const HEALED_MS = 60_000;
/** Points that are named on a page; all of them stand beside it. */
const MAX_NAMED = 12;
/** Points of each role that are tried at once while nobody calls: what they need comes by itself. */
const AT_REST = 3;

const roles = [...new Set<Role>(ROLES)];

/** Statements that each role sent since this was last asked. */
const takeNames = ({ statements }: Pick<Ground, 'statements'>): { role: Role; name: string }[] =>
  ROLES.flatMap((role, place) => statements[place]?.take().map((name) => ({ role, name })) ?? []);

/** All points that are known, by flow. */
export function createPoints() {
  const points = new Map<string, FaultPoint>();
  return {
    all: (): FaultPoint[] => [...points.values()],
    learn(flow: string, names: readonly { role: Role; name: string }[]): void {
      for (const { role, name } of names)
        for (const fault of STATEMENT_FAULTS) {
          const key = `${role} ${name} ${fault}`;
          if (!points.has(key)) points.set(key, { flow, role, name, fault, tries: 0, isReached: false });
        }
    },
    /** Points of each role that are to be tried in a flow, no two of one statement, drawn among those that were tried least. */
    draw(flow: string, count: number, draw: () => number): FaultPoint[] {
      return roles.flatMap((role) => {
        const open = [...points.values()]
          .filter((one) => one.flow === flow && one.role === role && !one.isReached && one.tries < MAX_TRIES)
          .map((point) => ({ point, place: point.tries + draw() }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ point }) => point);
        return [...Map.groupBy(open, ({ name }) => name).values()]
          .slice(0, count)
          .flatMap(([one]) => one ?? []);
      });
    },
  };
}

type Points = ReturnType<typeof createPoints>;

/** Lets points fail while a flow runs, and tells which of them were reached. */
async function tryPoints(
  { stage, statements }: Ground,
  caller: Caller,
  flow: Flow,
  chosen: readonly FaultPoint[],
): Promise<void> {
  for (const point of chosen) {
    point.tries += 1;
    for (const [place, role] of ROLES.entries())
      if (role === point.role)
        statements[place]?.fail(point.name, point.fault, () => {
          point.isReached = true;
        });
  }
  const open = (): FaultPoint[] => chosen.filter(({ isReached }) => !isReached);
  const sinceMs = performance.now();
  await flow.run(caller);
  const calledMs = performance.now();
  const isDue = (): boolean =>
    flow === REST || open().some(({ role }) => role === 'worker')
      ? performance.now() - sinceMs < MEET_MS
      : performance.now() - calledMs < SETTLE_MS;
  while (open().length > 0 && isDue()) await calm(stage, LOOK_MS);
  for (const one of statements) one.heal();
  for (const { fault, role, name, isReached, flow: of } of chosen)
    if (isReached) stage.say(`  ${fault}: ${role}, ${name} (${of})`);
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

const isTriedOut = ({ isReached, tries }: FaultPoint): boolean => isReached || tries >= MAX_TRIES;

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

/** Lets the statements of every flow fail one after the other: refused, lost before the server has them, and lost with their answer (R76). Nobody else calls, so that each fault meets the flow it is for. */
export async function failStatements(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes, seed } = ground;
  const [caller, points, draw] = [openCaller(ground), createPoints(), drawFrom(seed)];
  const endMs = performance.now() + milliseconds;
  await learnFlows(ground, caller, points);
  const before = caller.take();
  for (const one of before) stage.say(`  failed before anything did: ${one}`);
  let isOver = false;
  // One round at least: a machine that is slow shows something, too.
  for (let round = 0; !isOver && (round === 0 || performance.now() < endMs); round += 1) {
    isOver = true;
    for (const flow of FLOWS) {
      const chosen = points.draw(flow.name, flow === REST ? AT_REST : 1, draw);
      if (chosen.length === 0 || (round > 0 && performance.now() > endMs)) continue;
      isOver = false;
      await tryPoints(ground, caller, flow, chosen);
      points.learn(flow.name, takeNames(ground));
    }
  }
  await waitUntilReady(stage, nodes.urls, HEALED_MS);
  const meanwhile = caller.take();
  for (const flow of FLOWS) await flow.run(caller);
  const afterwards = caller.take();
  for (const one of afterwards) stage.say(`  failed once everything was healed: ${one}`);
  return figuresOfPoints({ points: points.all(), before, meanwhile, afterwards });
}
