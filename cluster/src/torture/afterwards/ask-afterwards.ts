import { countInLogs } from '../../load/invariants.ts';
import type { Readings } from '../../soak/process-readings.ts';
import { compiledIn } from '../../stage/nodes.ts';
import type { Figure } from '../../trial.ts';
import { countLeft, measureDrift } from '../drift.ts';
import type { Ground } from '../ground.ts';
import { CANARIES } from '../judge-phase.ts';
import { zero } from '../judged.ts';
import { openPages } from './capture-pages.ts';
import { lookThroughFiles } from './files.ts';
import { askAsNeighbour } from './neighbour.ts';
import { listToEach } from './read-back.ts';
import { compareDeliveries } from './told.ts';

/** Looks through the files of the stage, and tells in which a person was found. */
async function checkFiles({ stage }: Ground): Promise<Figure[]> {
  const { figures, told } = await lookThroughFiles(stage.directory, CANARIES, compiledIn(stage));
  for (const path of told) stage.say(`  a name or number of a person stands in ${path}`);
  return figures;
}

/** Asks what is asked once all phases are over; `held` is what the processes held under the first load. */
export async function askAfterwards(ground: Ground, held: Readings): Promise<Figure[]> {
  const { stage, watch, heard } = ground;
  const { name, what, broken } = countInLogs(stage.directory, CANARIES);
  return [
    ...(await askAsNeighbour(ground)),
    ...(await listToEach(ground)),
    ...(await openPages(ground)),
    zero(`${name}: ${what}`, broken),
    ...(await measureDrift(ground, held)),
    ...(await countLeft(ground)),
    ...(await compareDeliveries(ground)),
    ...(await checkFiles(ground)),
    ...watch.figures(),
    { what: 'webhooks that came more than once', value: String(heard.repeats()) },
    zero('webhooks whose body is no JSON', heard.unreadable()),
  ];
}
