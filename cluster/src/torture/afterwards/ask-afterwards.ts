import { countInLogs } from '../../load/invariants.ts';
import type { Readings } from '../../soak/process-readings.ts';
import { compiledIn } from '../../stage/nodes.ts';
import type { Figure } from '../../trial.ts';
import { countLeft } from '../drift.ts';
import type { Ground } from '../ground.ts';
import { figuresOfHeld, type Look, lookAtHeld } from '../held.ts';
import { CANARIES } from '../judge-phase.ts';
import { type Judged, zero } from '../judged.ts';
import { openPages } from './capture-pages.ts';
import { checkHeads } from './chain.ts';
import { lookThroughFiles } from './files.ts';
import { judgeKept } from './kept.ts';
import { askAsNeighbour } from './neighbour.ts';
import { listToEach } from './read-back.ts';
import { compareDeliveries } from './told.ts';

/** Tenants whose secrets are looked for in files: each word costs a pass. */
const SECRETIVE = 2;

/** Looks through the files of the stage, and tells in which a person or a secret was found. */
async function checkFiles(ground: Ground): Promise<Figure[]> {
  const { stage } = ground;
  const { figures, told } = await lookThroughFiles(stage.directory, wordsOf(ground), compiledIn(stage));
  for (const path of told) stage.say(`  a person or a secret stands in ${path}`);
  return figures;
}

/** What may stand in no file: persons, and secrets of the last tenants. */
const wordsOf = ({ tenants }: Ground): string[] => [
  ...CANARIES,
  ...tenants.slice(-SECRETIVE).flatMap(({ clientSecret, webhookSecret }) => [clientSecret, webhookSecret]),
];

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
  { held, looks }: { held: Readings; looks: readonly Look[] },
  judged: readonly Judged[],
): Promise<Figure[]> {
  const { stage, watch, heard } = ground;
  const { name, what, broken } = countInLogs(stage.directory, wordsOf(ground));
  return [
    ...(await judgeAgain(ground, judged)),
    ...(await askAsNeighbour(ground)),
    zero(`${name}: ${what}`, broken),
    ...figuresOfHeld(held, [...looks, await lookAtHeld(ground, held, 'at the end')]),
    ...(await countLeft(ground)),
    // What they ask for takes memory of its own.
    ...(await listToEach(ground)),
    ...(await openPages(ground)),
    ...(await compareDeliveries(ground)),
    ...(await checkFiles(ground)),
    ...watch.figures(),
    { what: 'webhooks that came more than once', value: String(heard.repeats()) },
    zero('webhooks whose body is no JSON', heard.unreadable()),
  ];
}
