import type { ScenarioEnd, ScenarioRow } from '@titular/server/sandbox/index.ts';
import type { Stage } from './stage.ts';
import type { SeenProcess } from './trial-shop.ts';
import { waitUntil } from './wait-until.ts';

/** Tells what is new since the last look, and gives what there is. */
function createWatch({ shop, receiver, tell }: Stage, processId: string) {
  const told = { history: 1, webhooks: 0 };
  return async (): Promise<SeenProcess> => {
    const seen = await shop.lookAtProcess(processId);
    for (const { event, state } of seen.history.slice(told.history)) tell(`${event}: state ${state}`);
    for (const { type, state, refusal } of receiver.seen.slice(told.webhooks))
      tell(`webhook ${type} ${state}: ${refusal ? `refused, ${refusal}` : 'verified'}`);
    told.history = seen.history.length;
    told.webhooks = receiver.seen.length;
    return seen;
  };
}

/** An attempt that fails is nothing that a merchant can read of a process, unless it is the last. */
const isSeen = (event: string, isLast: boolean): boolean =>
  isLast || event === 'attempt-completed' || !event.startsWith('attempt-');

async function takeSteps(
  stage: Stage,
  { name, steps }: ScenarioRow,
  watch: ReturnType<typeof createWatch>,
): Promise<void> {
  let passed = 0;
  let { length } = (await watch()).history;
  for (const [index, { afterSeconds, event }] of steps.entries()) {
    stage.say(`${name}: ${event} …`);
    stage.trial.pass((afterSeconds - passed) * 1000);
    passed = afterSeconds;
    if (!isSeen(event, index === steps.length - 1)) continue;
    const before = length;
    await waitUntil(stage, async () => {
      ({ length } = (await watch()).history);
      return length > before;
    });
  }
}

const isAsExpected = ({ process }: SeenProcess, leadsTo: ScenarioEnd): boolean =>
  leadsTo.kind === 'process' &&
  process.result === leadsTo.result &&
  process.authenticationInfo.livenessResult === leadsTo.liveness &&
  process.authenticationInfo.authenticationResult === leadsTo.authentication;

/** Drives a process from its create to its verified webhook; whether it led where the scenario says. */
export async function followProcess(stage: Stage, row: ScenarioRow): Promise<boolean> {
  const { shop, receiver, tell } = stage;
  receiver.trust((await shop.register(receiver.url)).secret);
  const created = await shop.startProcess(row.name);
  tell(`create: 200 ${created.state}, id ${created.id}`);
  const watch = createWatch(stage, created.id);
  await takeSteps(stage, row, watch);
  stage.say(`${row.name}: webhook …`);
  const isTold = await waitUntil(stage, async () => {
    const { process } = await watch();
    return receiver.seen.some((one) => one.refusal === undefined && one.state === process.state);
  });
  const seen = await watch();
  const { state, result, authenticationInfo: found } = seen.process;
  tell(`read: ${[state, result, found.livenessResult, found.authenticationResult].join(', ')}`);
  return isTold && isAsExpected(seen, row.leadsTo);
}
