import { existsSync } from 'node:fs';
import { countInLogs } from '../../load/invariants.ts';
import type { Readings } from '../../soak/process-readings.ts';
import { compiledIn } from '../../stage/nodes.ts';
import type { Figure } from '../../trial.ts';
import { endsBeside } from '../acts/receivers.ts';
import { countLeft } from '../drift.ts';
import { tellChecks } from '../evidence/tell-checks.ts';
import type { Ground } from '../ground.ts';
import { figuresOfHeld, type HeldReading, lookAtHeld } from '../held.ts';
import { endsOf } from '../judge-journal.ts';
import { type Judged, zero } from '../judged.ts';
import { checkOfEnded } from '../load/judge-ends.ts';
import type { Size } from '../phases.ts';
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
async function judgeAgain({ stage, databaseUrl }: Ground, judged: readonly Judged[]): Promise<Figure[]> {
  const phases = judged.map(({ journal }) => journal);
  const ends = [...phases.map(endsOf), ...endsBeside(stage.directory)].filter(existsSync);
  const checks = [
    await checkHeads(
      databaseUrl(),
      judged.map(({ head }) => head),
    ),
    // What was final after a phase is so at the end.
    await checkOfEnded(databaseUrl(), ends, ', at the end of the run'),
  ];
  tellChecks(checks, stage.directory, (line) => stage.say(`  ${line}`));
  return [
    ...(await judgeKept(databaseUrl(), [...phases, ...ends])),
    ...checks.map(({ what, count }) => zero(what, count)),
  ];
}

/** Asks what is asked once all phases are over; `held` is what the processes held after the first load, and `looks` what they held before they were replaced. */
export async function askAfterwards(
  ground: Ground,
  { held, looks, size }: { held: Readings; looks: readonly HeldReading[]; size: Size },
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
    ...figuresOfHeld(held, [...looks, await lookAtHeld(ground, held, size, 'at the end')]),
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
