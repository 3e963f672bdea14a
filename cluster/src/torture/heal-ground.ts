import { calm } from '../trials/faults.ts';
import { type Ground, type Point, ROLES } from './ground.ts';

const POINTS: readonly Point[] = ['before a commit', 'after a commit', 'before an answer', 'after an answer'];
/** One that was just let go, or has met a fault, may end within this. */
const SETTLE_MS = 500;

async function healAll(ground: Ground): Promise<void> {
  const { stage, nodes, proxy, statements } = ground;
  proxy.heal();
  for (const one of statements) one.heal();
  for (const [place] of ROLES.entries()) for (const point of POINTS) ground.at(place, point, undefined);
  for (const child of nodes.processes) child.signal('SIGCONT');
  await calm(stage, SETTLE_MS);
  if (ground.database().process.isOver()) await ground.replaceDatabase();
  for (const [place] of ROLES.entries())
    if (nodes.processes[place]?.isOver()) await ground.replaceNode(place);
}

/** Lets everything go on that a phase which broke off may have left: faults on the wire, points, what stands still and what is over. From then on nothing of it is forgiven, healed or not. */
export const healGround = (ground: Ground): Promise<void> =>
  healAll(ground).finally(ground.disturbances.endAll);
