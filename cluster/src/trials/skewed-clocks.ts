import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { startCreates } from '../load/creates.ts';
import { type Heard, startReceiver } from '../load/heard.ts';
import { readJournal } from '../load/journal.ts';
import { judge, type Verdict } from '../load/judge.ts';
import { offerCreates } from '../load/offered.ts';
import { awaitWebhooks, judgeInvariants, type Played, startPeople } from '../load/people.ts';
import { listTimes, measureLives, measureOutside, query } from '../load/times.ts';
import type { Stage } from '../stage/children.ts';
import { addressOf, makeCluster, makeServiceDatabase, startServer } from '../stage/embedded-pair.ts';
import { makeClock } from '../stage/faults/faked-clock.ts';
import { addNode, type Nodes, startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits } from './faults.ts';

/** Seconds by which one clock is off, one after the other; the first one shows what the others have to be like. */
const SKEWS: readonly number[] = [0, 2, -2];
const AHEAD = 2;
const REFUSED_SKEWS = [2.5, -2.5] as const;
const PEOPLE = 3;
const PEOPLE_LIMIT_MS = 180_000;
const SEEN_LIMIT_MS = 30_000;
const GAP_SECONDS = 5;
/** How far the gauge may be from the truth: an answer of the database tells its time no better than it takes. */
const MAX_ERROR_SECONDS = 0.1;
/** How far times that nodes write may be from the truth. */
const MAX_DEVIATION_SECONDS = 0.1;
/** A tenant's rate and burst while more than that is offered, for so long. */
const BUDGET = { rate: 20, burst: 20, offered: 60, seconds: 10 } as const;
/** Settings of a tenant are read again after so long. */
const SETTINGS_MS = 3_000;

/** A process whose clock moves by what a file says; its monotonic clock goes on. */
type Skewed = { url: string; operationsUrl: string; set(seconds: number): Promise<void> };

async function addSkewed(stage: Stage, nodes: Nodes, databaseUrl: string): Promise<Skewed> {
  const { env, set } = await makeClock(stage, 'clock');
  const operationsPort = await findFreePort();
  await addNode(stage, nodes, databaseUrl, 'all', {
    ...env,
    TITULAR_OPERATIONS_PORT: String(operationsPort),
  });
  return { url: nodes.urls.at(-1) ?? '', operationsUrl: `http://127.0.0.1:${operationsPort}`, set };
}

async function readSkew({ operationsUrl }: Skewed): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^titular_db_clock_skew_seconds(?:\{.*?\})? (\S+)$/m.exec(text)?.[1]);
}

/** Waits until the gauge says how far the clock is off; what it said last. */
async function awaitSkew(stage: Stage, skewed: Skewed, seconds: number): Promise<number> {
  let seen = Number.NaN;
  await waitFor(`a skew of ${seconds} s`, SEEN_LIMIT_MS, stage.signal, async () => {
    seen = await readSkew(skewed);
    return Math.abs(seen - seconds) <= MAX_ERROR_SECONDS;
  }).catch((error: Error) => stage.say(`${error.message}: ${seen}`));
  return seen;
}

/** What happened while a clock was off. */
export type Phase = {
  skew: number;
  seen: number;
  verdict: Verdict;
  outsideSeconds: number;
  played: readonly Played[];
  signs: readonly string[];
};

/** Attack signals of captures, in the order of their names. */
async function listSigns(adminUrl: string, played: readonly Played[]): Promise<string[]> {
  const ids = played.map(({ id }) => id);
  const text = 'SELECT DISTINCT sign FROM capture_signs WHERE subject_id = ANY ($1) ORDER BY sign';
  return (await query<{ sign: string }>(adminUrl, text, [ids])).map(({ sign }) => sign);
}

/** Captures and creates at both nodes while one clock is off. */
async function runPhase(
  stage: Stage,
  nodes: Nodes,
  skewed: Skewed,
  adminUrl: string,
  choices: { rate: number; seed: number },
  skew: number,
): Promise<Phase> {
  await skewed.set(skew);
  const seen = await awaitSkew(stage, skewed, skew);
  const name = `skew ${skew} s`;
  const seed = choices.seed * 10 + SKEWS.indexOf(skew);
  const journal = join(stage.directory, `${name}.journal`);
  const load = await startCreates(nodes, journal, choices.rate, seed);
  const sinceMs = Date.now() - load.nowMs();
  const people = await startPeople(nodes, { seed });
  try {
    await waitFor('people', PEOPLE_LIMIT_MS, stage.signal, async () => people.played().length >= PEOPLE);
    await people.stop();
  } finally {
    people.leave();
    await load.stop();
  }
  const [verdict, played] = [await judge(journal, adminUrl), people.played()];
  const outsideSeconds = measureOutside(readJournal(journal), sinceMs, await listTimes(adminUrl));
  stage.say(`${name}: seen as ${seen} s, ${played.length} captures`);
  return { skew, seen, verdict, outsideSeconds, played, signs: await listSigns(adminUrl, played) };
}

/** What times and budgets were while clocks differed. */
export type Times = {
  livesSeconds: number;
  passed: number;
  refusedAt: Readonly<Record<string, boolean>>;
  isReadyAgain: boolean;
};

/** Offers more than a tenant may have while one clock is ahead; what passed. */
async function measureBudget(stage: Stage, nodes: Nodes, adminUrl: string): Promise<number> {
  await query(adminUrl, `UPDATE tenants SET rate_per_second = ${BUDGET.rate}, rate_burst = ${BUDGET.burst}`);
  await calm(stage, SETTINGS_MS);
  const { answers } = await offerCreates(nodes, BUDGET.offered, BUDGET.seconds * 1_000, 'budget');
  stage.say(`budget: ${JSON.stringify(answers)}`);
  return answers[200] ?? 0;
}

/** Sets the clock further off than a node may be, and back. */
async function tryReadiness(
  stage: Stage,
  skewed: Skewed,
): Promise<Pick<Times, 'refusedAt' | 'isReadyAgain'>> {
  const isSaid = async (status: number, word: string): Promise<boolean> =>
    waitFor(`readiness ${status}`, SEEN_LIMIT_MS, stage.signal, async () => {
      const response = await fetch(`${skewed.operationsUrl}/readyz`);
      return response.status === status && (await response.text()).includes(word);
    }).catch(() => false);
  const refusedAt: Record<string, boolean> = {};
  for (const skew of REFUSED_SKEWS) {
    await skewed.set(skew);
    refusedAt[`${skew} s`] = await isSaid(500, 'clock_skewed');
  }
  await skewed.set(0);
  return { refusedAt, isReadyAgain: await isSaid(200, '') };
}

const MAX_PASSED = BUDGET.rate * (BUDGET.seconds + 1) + BUDGET.burst;

/** The figures of clocks that differ. */
export function figuresOfClocks(phases: readonly Phase[], times: Times): Figure[] {
  const usual = phases[0]?.signs ?? [];
  const ofPhase = ({ skew, seen, outsideSeconds, played, signs }: Phase): Figure[] => {
    const wrong = signs.filter((sign) => !usual.includes(sign));
    const refused = played.filter(({ status }) => status !== 'approved').length;
    return [
      {
        ...{ what: `${skew} s: titular_db_clock_skew_seconds`, value: seen.toFixed(3) },
        ...{ target: `${skew} +- ${MAX_ERROR_SECONDS}`, isMet: Math.abs(seen - skew) <= MAX_ERROR_SECONDS },
      },
      {
        ...{
          what: `${skew} s: times of creates outside of request and answer, at most`,
          value: `${outsideSeconds.toFixed(3)} s`,
        },
        ...{ target: `<= ${MAX_DEVIATION_SECONDS} s`, isMet: outsideSeconds <= MAX_DEVIATION_SECONDS },
      },
      { what: `${skew} s: captures, each call at the other node`, value: String(played.length) },
      {
        ...{ what: `${skew} s: not approved`, value: String(refused) },
        ...{ target: '0', isMet: refused === 0 },
      },
      {
        ...{
          what: `${skew} s: attack signals that are not there without skew`,
          value: wrong.join(', ') || '0',
        },
        ...{ target: '0', isMet: wrong.length === 0 },
      },
    ];
  };
  return [
    ...phases.flatMap(ofPhase),
    {
      ...{
        what: 'lives of links and transactions, longest less shortest',
        value: `${times.livesSeconds.toFixed(3)} s`,
      },
      ...{ target: `<= ${MAX_DEVIATION_SECONDS} s`, isMet: times.livesSeconds <= MAX_DEVIATION_SECONDS },
    },
    {
      what: `of ${BUDGET.offered} creates a second for ${BUDGET.seconds} s, with a budget of ${BUDGET.rate} a second and ${BUDGET.burst} at once, passed`,
      ...{ value: String(times.passed), target: `<= ${MAX_PASSED}`, isMet: times.passed <= MAX_PASSED },
    },
    ...Object.entries(times.refusedAt).map(([skew, isMet]) => ({
      ...{ what: `${skew}: not ready, by its clock`, value: isMet ? 'yes' : 'no', target: 'yes', isMet },
    })),
    {
      ...{ what: 'ready again once the clock is right', value: times.isReadyAgain ? 'yes' : 'no' },
      ...{ target: 'yes', isMet: times.isReadyAgain },
    },
  ];
}

const figuresOfWebhooks = (played: readonly Played[], heard: Heard): Figure[] => {
  const missing = played.filter(({ id }) => heard.firstMs(id) === undefined).length;
  return [
    { what: 'ends that no webhook told', value: String(missing), target: '0', isMet: missing === 0 },
    {
      ...{
        what: 'webhooks that came again, though nobody died and nothing was late',
        value: String(heard.repeats()),
      },
      ...{ target: '0', isMet: heard.repeats() === 0 },
    },
  ];
};

/** Two nodes that answer calls and a worker, one clock ahead of the database's and then behind it. */
export const skewedClocks: Trial = {
  help: 'one clock 2 s ahead of the database and 2 s behind: frames alternate, webhooks go out, budgets and expiries hold (T12, S2)',
  needs: ['faketime'],
  usual: { rounds: 1, rate: 10 },
  async run(stage, choices) {
    const server = await startServer(
      stage,
      'main',
      await makeCluster(stage, 'main', ["listen_addresses = '127.0.0.1'"]),
    );
    await makeServiceDatabase(server);
    const [databaseUrl, adminUrl] = [addressOf(server.port), addressOf(server.port, 'postgres')];
    const nodes = await startNodes(stage, databaseUrl, 1, 'service', 'api');
    const worker = { ...nodes, urls: [] };
    const skewed = await addSkewed(stage, nodes, databaseUrl);
    await addNode(stage, worker, databaseUrl, 'worker');
    await liftLimits(adminUrl);
    const heard = await startReceiver(nodes.demo.webhookUrl, 0);
    stage.onClose(heard.close);
    const phases: Phase[] = [];
    for (const skew of SKEWS) phases.push(await runPhase(stage, nodes, skewed, adminUrl, choices, skew));
    const livesSeconds = await measureLives(adminUrl);
    await skewed.set(AHEAD);
    await awaitSkew(stage, skewed, AHEAD);
    const passed = await measureBudget(stage, nodes, adminUrl);
    const times = { livesSeconds, passed, ...(await tryReadiness(stage, skewed)) };
    const played = phases.flatMap((one) => one.played);
    await awaitWebhooks(stage, played, heard);
    return {
      verdicts: Object.fromEntries(phases.map(({ skew, verdict }) => [`${skew} s`, verdict])),
      figures: [
        ...figuresOfClocks(phases, times),
        ...figuresOfWebhooks(played, heard),
        ...phases.flatMap(({ skew, verdict }) => figuresOf(`${skew} s`, verdict, GAP_SECONDS)),
        ...(await judgeInvariants('at the end', stage, adminUrl, played)),
      ],
    };
  },
};
