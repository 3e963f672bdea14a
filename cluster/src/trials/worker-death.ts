import { join } from 'node:path';
import { LOST_SECONDS } from '@titular/server/nodes/dead-nodes.ts';
import { startEnds } from '../load/ends.ts';
import { type Heard, startReceiver } from '../load/heard.ts';
import { percentileOf } from '../load/samples.ts';
import type { Stage } from '../stage/children.ts';
import { startPair } from '../stage/embedded-pair.ts';
import { addNode, startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure, Trial } from '../trial.ts';
import { calm, liftLimits } from './faults.ts';

const CALM_MS = 2_000;
/** The receiver answers so late: a worker that dies has webhooks under way. */
const ANSWER_MS = 300;
/** What a dead worker held is given back so long after its last sign of life, and then goes on within 5 s. */
const MAX_SECONDS = LOST_SECONDS + 5;
/** How long webhooks are waited for that are late: a claim lasts for the 15 s of an attempt and 30 s more. */
const LAST_WAIT_MS = 60_000;

/** Canceled transactions whose end a webhook has to tell, with the time of the answer. */
type Ended = Map<string, number>;

/** What became of the ends of transactions: seconds from answer to webhook, in the order of their answers, none for those never heard of. */
export type Told = { seconds: readonly (number | undefined)[]; repeats: number; kills: number };

/** Judges webhooks beside workers that die. */
export function figuresOfWorkers({ seconds, repeats, kills }: Told): Figure[] {
  const heard = seconds.filter((one) => one !== undefined);
  const [missing, slowest] = [seconds.length - heard.length, percentileOf(heard, 1)];
  return [
    { what: 'workers killed', value: String(kills) },
    { what: 'ends of transactions, acknowledged', value: String(seconds.length) },
    { what: 'of them never told', value: String(missing), target: '0', isMet: missing === 0 },
    { what: 'told again', value: String(repeats) },
    { what: 'from answer to webhook, median', value: `${percentileOf(heard, 0.5).toFixed(2)} s` },
    { what: 'from answer to webhook, 99th percentile', value: `${percentileOf(heard, 0.99).toFixed(2)} s` },
    {
      ...{ what: 'from answer to webhook, slowest', value: `${slowest.toFixed(2)} s` },
      ...{ target: `<= ${MAX_SECONDS} s`, isMet: slowest <= MAX_SECONDS },
    },
  ];
}

async function waitUntilTold(stage: Stage, ended: Ended, heard: Heard): Promise<(number | undefined)[]> {
  const isTold = (id: string): boolean => heard.firstMs(id) !== undefined;
  await waitFor('the webhooks', LAST_WAIT_MS, stage.signal, async () =>
    [...ended.keys()].every(isTold),
  ).catch((error: Error) => stage.say(error.message));
  return [...ended].map(([id, atMs]) => {
    const told = heard.firstMs(id);
    // A webhook may be heard before the answer.
    return told === undefined ? undefined : Math.max(0, told - atMs) / 1_000;
  });
}

/** Kills one of two workers again and again while transactions end. */
export const workerDeath: Trial = {
  help: 'kill -9 of a worker, again and again, while transactions end and webhooks tell of it (S55)',
  needs: [],
  usual: { rounds: 10, rate: 40 },
  async run(stage, { rounds, seed }) {
    const { primary, addressOf } = await startPair(stage);
    const address = addressOf(primary.port);
    const nodes = await startNodes(stage, address, 1, 'service', 'api');
    for (const _ of [1, 2]) await addNode(stage, nodes, address, 'worker');
    await liftLimits(address);
    const heard = await startReceiver(nodes.demo.webhookUrl, ANSWER_MS);
    stage.onClose(heard.close);
    const api = { ...nodes, urls: nodes.urls.slice(0, 1) };
    const ends = await startEnds(api, join(stage.directory, 'ends.journal'), `worker-${seed}`);
    try {
      for (let round = 1; round <= rounds; round++) {
        await calm(stage, CALM_MS);
        // The older of the two: each of them has worked beside the other.
        await nodes.processes.at(-2)?.kill();
        stage.say(`  killed, ${ends.ended.size} ended so far`);
        await addNode(stage, nodes, address, 'worker');
      }
      await calm(stage, CALM_MS);
    } finally {
      await ends.stop();
    }
    const seconds = await waitUntilTold(stage, ends.ended, heard);
    return { verdicts: {}, figures: figuresOfWorkers({ seconds, repeats: heard.repeats(), kills: rounds }) };
  },
};
