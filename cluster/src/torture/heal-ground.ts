import { calm } from '../trials/faults.ts';
import { type Ground, POINTS, ROLES } from './ground.ts';
import type { Phase } from './phases.ts';

/** One that was just let go, or has met a fault, may end within this. */
const SETTLE_MS = 500;

/** Heals it; where a phase gives processes clocks or heaps of their own, each is replaced by a usual one. */
async function healAll(ground: Ground, replaces: boolean): Promise<void> {
  const { stage, nodes, proxy, statements } = ground;
  proxy.heal();
  for (const one of statements) one.heal();
  for (const [place] of ROLES.entries()) for (const point of POINTS) ground.at(place, point, undefined);
  for (const child of nodes.processes) child.signal('SIGCONT');
  await calm(stage, SETTLE_MS);
  if (replaces || ground.database().process.isOver()) await ground.replaceDatabase();
  for (const [place] of ROLES.entries())
    if (replaces || nodes.processes[place]?.isOver()) await ground.replaceNode(place);
}

/** Lets everything go on that a phase which broke off may have left: faults on the wire, points, what stands still, what is over, and processes that it `replaces`. From then on nothing of it is forgiven, healed or not. */
export const healGround = (ground: Ground, { replaces = false }: Pick<Phase, 'replaces'>): Promise<void> =>
  healAll(ground, replaces).finally(ground.disturbances.endAll);
