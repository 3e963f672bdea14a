import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startReceiver } from '../../load/heard.ts';
import {
  awaitWebhooks,
  figuresOfPeople,
  judgeInvariants,
  type People,
  startPeople,
} from '../../load/people.ts';
import { query } from '../../load/times.ts';
import { ageRows } from '../../soak/age-rows.ts';
import { readDatabase } from '../../soak/database-readings.ts';
import { type Deployment, startDeployment } from '../../soak/deployment.ts';
import {
  describeTrend,
  figuresOfGrowth,
  figuresOfTrends,
  judgeSeries,
  type Look,
  tablesOfTrends,
} from '../../soak/figures.ts';
import { type Readings, readWatched } from '../../soak/process-readings.ts';
import { type SteadyLoad, startSteadyLoad } from '../../soak/steady-load.ts';
import type { Stage } from '../../stage/children.ts';
import type { Figure, Outcome, Trial } from '../../trial.ts';
import { liftLimits } from '../faults.ts';

const USUAL_MINUTES = 480;
const MINUTE_MS = 60_000;
const WARM_SHARE = 1 / 3;
/** Where in the whole time a worker dies, and where a process that answers calls is started anew. */
const [KILL_SHARE, RESTART_SHARE] = [1 / 6, 2 / 3];
const TELL_EVERY = 5;
const TOLD = 3;
/** The receiver fails for the last of so many minutes. */
const FAILING_EVERY = 5;
const PEOPLE_PAUSE_MS = 20_000;
const ERASE_EVERY = 4;
/** An endpoint that failed for a minute is tried again within so long. */
const WEBHOOK_LIMIT_MS = 300_000;
/** What is not captured expires so soon. */
const EXPIRY_SECONDS = 240;

type World = { stage: Stage; deployment: Deployment; minutes: number; elapsedMinutes: () => number };

async function look({ stage, deployment, elapsedMinutes }: World): Promise<Look | undefined> {
  const readings: Readings = {};
  try {
    for (const watched of deployment.watched()) Object.assign(readings, await readWatched(watched));
    Object.assign(readings, await readDatabase(deployment.adminUrl));
    const found = { minute: elapsedMinutes(), readings };
    await appendFile(join(stage.directory, 'looks.jsonl'), `${JSON.stringify(found)}\n`);
    return found;
  } catch (error) {
    stage.say(`no reading: ${error}`);
    return undefined;
  }
}

const isRestarted = (subject: string): boolean => subject === 'api 2';

/** Says how long it still takes, and what has drifted most so far. */
function tell({ stage, minutes, elapsedMinutes }: World, looks: readonly Look[], load: SteadyLoad): void {
  const left = Math.max(0, minutes - elapsedMinutes());
  stage.say(`${left.toFixed(0)} minutes left; ${JSON.stringify(load.answers)}`);
  const shareOf = ({ trend }: { trend: { drift: number; start: number } }): number =>
    Math.abs(trend.drift) / Math.max(1, Math.abs(trend.start));
  const judged = judgeSeries(looks, minutes * WARM_SHARE, isRestarted)
    .filter(({ trend }) => trend.judgement !== 'steady')
    .toSorted((one, other) => shareOf(other) - shareOf(one));
  for (const one of judged.slice(0, TOLD)) stage.say(`  ${describeTrend(one).join(' | ')}`);
}

/** Faults of the soak, each once, when its time has come. */
function planFaults({ stage, deployment, minutes }: World) {
  const plan = [
    { minute: minutes * KILL_SHARE, what: 'the worker was killed', make: deployment.killWorker },
    { minute: minutes * RESTART_SHARE, what: 'api 2 was started anew', make: deployment.restartApi },
  ];
  return async (minute: number): Promise<void> => {
    while (plan[0] && plan[0].minute <= minute) {
      const [fault] = plan.splice(0, 1);
      await fault?.make();
      stage.say(fault?.what ?? '');
    }
  };
}

/** Looks each minute until the time is over, or Ctrl-C ends it. */
async function watch(world: World, load: SteadyLoad): Promise<Look[]> {
  const { stage, deployment, minutes, elapsedMinutes } = world;
  const looks: Look[] = [];
  const makeFaults = planFaults(world);
  for (let next = 1; next <= minutes && !stage.signal.aborted; next += 1) {
    const waitMs = Math.max(0, (next - elapsedMinutes()) * MINUTE_MS);
    await delay(waitMs, undefined, { signal: stage.signal }).catch(() => undefined);
    if (stage.signal.aborted) break;
    const found = await look(world);
    if (found) looks.push(found);
    await ageRows(deployment.adminUrl).catch((error) => stage.say(`rows were not aged: ${error}`));
    await makeFaults(next).catch((error) => stage.say(String(error)));
    if (next % TELL_EVERY === 0) tell(world, looks, load);
  }
  return looks;
}

async function countLost(adminUrl: string, { acknowledged }: SteadyLoad): Promise<Figure> {
  const text = 'SELECT count(*)::integer AS n FROM transactions WHERE transaction_id = ANY ($1::uuid[])';
  const [row] = await query<{ n: number }>(adminUrl, text, [[...acknowledged]]);
  const lost = acknowledged.size - (row?.n ?? 0);
  return { what: 'creates acknowledged and lost', value: String(lost), target: '0', isMet: lost === 0 };
}

const stopAll = async (stage: Stage, load: SteadyLoad, people: People): Promise<void> => {
  await people.stop().catch((error) => stage.say(`people: ${error}`));
  await load.stop();
};

/** A deployment under a small load for hours. */
export const soak: Trial = {
  help: 'a deployment by roles under a small steady load for --minutes: memory, descriptors, dead rows, sizes of tables (S61)',
  needs: [],
  usual: { rounds: 1, rate: 2, minutes: USUAL_MINUTES },
  async run(stage, { rate, seed, minutes = USUAL_MINUTES }): Promise<Outcome> {
    const deployment = await startDeployment(stage);
    const { nodes, adminUrl } = deployment;
    await liftLimits(adminUrl);
    await query(adminUrl, `UPDATE companies SET transaction_expiry_seconds = ${EXPIRY_SECONDS}`);
    const sinceMs = performance.now();
    const elapsedMinutes = (): number => (performance.now() - sinceMs) / MINUTE_MS;
    let isOver = false;
    const isFailing = (): boolean =>
      !isOver && Math.floor(elapsedMinutes()) % FAILING_EVERY === FAILING_EVERY - 1;
    const heard = await startReceiver(nodes.demo.webhookUrl, 0, isFailing);
    stage.onClose(heard.close);
    const world = { stage, deployment, minutes, elapsedMinutes };
    const load = await startSteadyLoad(nodes, rate, `soak-${seed}`);
    const people = await startPeople(nodes, { seed, eraseEvery: ERASE_EVERY, pauseMs: PEOPLE_PAUSE_MS });
    const looks = await watch(world, load);
    isOver = true;
    await stopAll(stage, load, people);
    await awaitWebhooks(stage, people.played(), heard, WEBHOOK_LIMIT_MS);
    const judged = judgeSeries(looks, minutes * WARM_SHARE, isRestarted);
    const growth = figuresOfGrowth(looks, minutes * WARM_SHARE);
    const last = looks.at(-1)?.minute ?? 0;
    return {
      verdicts: {},
      figures: [
        {
          what: 'minutes, of which the first third is not judged',
          value: `${last.toFixed(0)} of ${minutes}`,
        },
        { what: 'creates acknowledged', value: String(load.acknowledged.size) },
        { what: 'calls by answer', value: JSON.stringify(load.answers).replaceAll('"', '') },
        await countLost(adminUrl, load),
        ...figuresOfPeople(people.played(), heard),
        ...figuresOfTrends(judged),
        ...growth.figures,
        ...(await judgeInvariants('at the end', stage, adminUrl, people.played())),
      ],
      tables: [...tablesOfTrends(judged), growth.table],
    };
  },
};
