import type { ScenarioEnd, ScenarioRow } from '@titular/server/sandbox/index.ts';
import { followRefusal } from './follow-refusal.ts';
import { followProcess } from './run-process-scenario.ts';
import type { RunScenarioDeps, Stage } from './stage.ts';
import { startTrialReceiver, type TrialReceiver } from './trial-receiver.ts';
import { openTrialShop, type Seen } from './trial-shop.ts';
import { waitUntil } from './wait-until.ts';

/** Something that the merchant saw, so many seconds after the create. */
export type Sighting = { afterSeconds: number; what: string };

/** What a scenario led to on a service of its own. */
export type ScenarioReport = {
  scenario: string;
  meaning: string;
  leadsTo: ScenarioEnd;
  sightings: Sighting[];
  isRight: boolean;
};

export type { RunScenarioDeps } from './stage.ts';

/** Looks until the clock is moved on, for a webhook that is to come later. */
const LOOKS_OF_A_ROUND = 5;
const ROUND_SECONDS = 16;
const MAX_ROUNDS = 8;

/** Tells what is new since the last look, and gives how much there is in all. */
function createWatch({ shop, receiver, tell }: Stage, transactionId: string) {
  const told = { history: 1, attempts: 0, webhooks: 0 };
  return async (): Promise<{ seen: Seen; count: number }> => {
    const seen = await shop.look(transactionId);
    for (const { number, outcome } of seen.attempts.slice(told.attempts))
      tell(`attempt ${number}: ${outcome ?? 'goes on'}`);
    for (const { event, status } of seen.history.slice(told.history)) tell(`${event}: status ${status}`);
    for (const { type, status, sequence, refusal } of receiver.seen.slice(told.webhooks))
      tell(
        `webhook ${type} ${status}, sequence ${sequence}: ${refusal ? `refused, ${refusal}` : 'verified'}`,
      );
    told.attempts = seen.attempts.length;
    told.history = seen.history.length;
    told.webhooks = receiver.seen.length;
    return { seen, count: told.attempts + told.history };
  };
}

/** How many webhooks are verified once all have come: one for each new status, and what the scenario sends again. */
function countExpectedWebhooks({ history }: Seen, row: ScenarioRow): number {
  const changes = history.filter(({ status }, index) => status !== history[index - 1]?.status).length;
  return changes + row.steps.filter(({ event }) => event === 'send-again').length;
}

/** Nothing can be sent again that was not sent. */
const hasEnded = ({ seen }: TrialReceiver): boolean =>
  seen.some(({ type }) => type === 'transaction.finished');

async function takeSteps(
  stage: Stage,
  row: ScenarioRow,
  watch: ReturnType<typeof createWatch>,
): Promise<void> {
  let passed = 0;
  let { count } = await watch();
  for (const { afterSeconds, event } of row.steps) {
    stage.say(`${row.name}: ${event} …`);
    const before = count;
    if (event === 'send-again') await waitUntil(stage, () => hasEnded(stage.receiver));
    stage.trial.pass((afterSeconds - passed) * 1000);
    passed = afterSeconds;
    // What is sent again is waited for with the other webhooks.
    if (event === 'send-again') continue;
    await waitUntil(stage, async () => {
      ({ count } = await watch());
      return count > before;
    });
  }
}

/** Waits for every webhook, and moves the clock on for those that come later. */
async function awaitWebhooks(
  stage: Stage,
  row: ScenarioRow,
  watch: ReturnType<typeof createWatch>,
): Promise<boolean> {
  const verified = (): number => stage.receiver.seen.filter(({ refusal }) => refusal === undefined).length;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    stage.say(`${row.name}: webhooks …`);
    const expected = countExpectedWebhooks((await watch()).seen, row);
    if (await waitUntil(stage, () => verified() >= expected, LOOKS_OF_A_ROUND)) return true;
    await watch();
    stage.trial.pass(ROUND_SECONDS * 1000);
  }
  return false;
}

function isAsExpected({ answer }: Seen, leadsTo: ScenarioEnd): boolean {
  if (leadsTo.kind !== 'status') return false;
  const isChanged = leadsTo.hasIdentityChanged === answer.hasIdentityChanged;
  return answer.status === leadsTo.status && isChanged;
}

async function follow(stage: Stage, row: ScenarioRow): Promise<boolean> {
  const { shop, receiver, tell } = stage;
  if (row.leadsTo.kind === 'process') return followProcess(stage, row);
  if (row.leadsTo.kind !== 'status') return followRefusal(shop.ask, row, tell);
  const endpoint = await shop.register(receiver.url);
  // Only during an overlap there is a secret before the present one.
  if (row.fault === 'old-secret') receiver.trust(await shop.rotate(endpoint.id), endpoint.secret);
  else receiver.trust(endpoint.secret);
  const { id, status } = await shop.create(row.name);
  tell(`create: 200 ${status}, id ${id}`);
  const watch = createWatch(stage, id);
  await takeSteps(stage, row, watch);
  const areThere = await awaitWebhooks(stage, row, watch);
  const { seen } = await watch();
  const { hasIdentityChanged } = seen.answer;
  const changed = hasIdentityChanged === undefined ? '' : `, hasIdentityChanged ${hasIdentityChanged}`;
  tell(`read: ${seen.answer.status}${changed}`);
  return areThere && isAsExpected(seen, row.leadsTo);
}

/** Drives a scenario from create to verified webhook on a service of its own, whose clock it moves. */
export async function runScenario(deps: RunScenarioDeps, row: ScenarioRow): Promise<ScenarioReport> {
  const { trial } = deps;
  const sightings: Sighting[] = [];
  const receiver = await startTrialReceiver(trial.nowMs);
  try {
    const shop = await openTrialShop(trial);
    const startMs = trial.nowMs();
    const tell = (what: string): void => {
      sightings.push({ afterSeconds: Math.round((trial.nowMs() - startMs) / 1000), what });
    };
    const isRight = await follow({ ...deps, shop, receiver, tell }, row);
    const { name: scenario, meaning, leadsTo } = row;
    return { scenario, meaning, leadsTo, sightings, isRight };
  } finally {
    await receiver.close();
  }
}
