import { countInLogs } from '../../load/invariants.ts';
import type { Readings } from '../../soak/process-readings.ts';
import { compiledIn } from '../../stage/nodes.ts';
import type { Figure } from '../../trial.ts';
import { countLeft } from '../drift.ts';
import type { Ground } from '../ground.ts';
import { figuresOfHeld, type HeldReading, lookAtHeld } from '../held.ts';
import { type Judged, zero } from '../judged.ts';
import { openPages } from './capture-pages.ts';
import { checkHeads } from './chain.ts';
import { countDeliveries } from './deliveries.ts';
import { lookThroughFiles } from './files.ts';
import { judgeKept } from './kept.ts';
import { askAsNeighbour } from './neighbour.ts';
import { listToEach } from './read-back.ts';
import { codesOf, figuresOfCodes, type Secret, secretsOf } from './secrets.ts';
import { compareDeliveries } from './told.ts';

/** Looks through the files of the stage, and tells in which a person or a secret was found. */
async function checkFiles({ stage }: Ground, secrets: readonly Secret[]): Promise<Figure[]> {
  const { figures, told } = await lookThroughFiles(stage.directory, secrets, compiledIn(stage));
  for (const path of told) stage.say(`  a person or a secret stands in ${path}`);
  return figures;
}

/** Judges the phases once more by what is there in the end. */
async function judgeAgain({ databaseUrl }: Ground, judged: readonly Judged[]): Promise<Figure[]> {
  const journals = judged.flatMap(({ journal }) => [journal, `${journal}-ends`]);
  const heads = await checkHeads(
    databaseUrl(),
    judged.map(({ head }) => head),
  );
  return [...(await judgeKept(databaseUrl(), journals)), zero(heads.what, heads.count)];
}

/** Asks what is asked once all phases are over; `held` is what the processes held after the first load, and `looks` what they held before they were replaced. */
export async function askAfterwards(
  ground: Ground,
  { held, looks }: { held: Readings; looks: readonly HeldReading[] },
  judged: readonly Judged[],
): Promise<Figure[]> {
  const { stage, watch, heard } = ground;
  const codes = codesOf(judged);
  const secrets = secretsOf(ground, codes);
  const words = secrets.map(({ word }) => word);
  const { name, what, broken } = countInLogs(stage.directory, words);
  return [
    ...(await judgeAgain(ground, judged)),
    ...(await askAsNeighbour(ground)),
    zero(`${name}: ${what}`, broken),
    ...figuresOfCodes(ground, codes),
    ...figuresOfHeld(held, [...looks, await lookAtHeld(ground, held, 'at the end')]),
    ...(await countLeft(ground)),
    ...(await countDeliveries(ground)),
    // What they ask for takes memory of its own.
    ...(await listToEach(ground)),
    ...(await openPages(ground)),
    ...(await compareDeliveries(ground)),
    ...(await checkFiles(ground, secrets)),
    ...watch.figures(),
    { what: 'webhooks that came more than once', value: String(heard.repeats()) },
    zero('webhooks whose body is no JSON', heard.unreadable()),
  ];
}
