import { join } from 'node:path';
import { startCreates } from '../load/creates.ts';
import { type Ends, startEnds } from '../load/ends.ts';
import { checkInvariants, countInLogs, figuresOfInvariants } from '../load/invariants.ts';
import { judge, type Verdict } from '../load/judge.ts';
import { API, fetchToken } from '../load/requests.ts';
import { waitUntilReady } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { type Ground, openGround } from './ground.ts';
import { PHASES, type Phase, type Size } from './phases.ts';

/** What names the person of every create, in clear: it may stand in no row and no log. */
const CANARIES = ['Maria da Silva', '52998224725'];
const READY_MS = 60_000;
const DRAIN_MS = 90_000;
const MINUTE_MS = 60_000;
/** Transactions of the first tenant that the second asks for. */
const ASKED = 50;

type Judged = { figures: Figure[]; verdict: Verdict };

const zero = (what: string, count: number): Figure => ({
  what,
  value: String(count),
  target: '0',
  isMet: count === 0,
});

const NO_ANSWER = /^no answer/;
const FAULT = /^5\d\d/;

/** Figures of a load; where the process that is asked may die, what it leaves without answer is counted apart. */
function figuresOfLoad(
  { name, maxGapSeconds, mayDie = false, isCalm = false }: Phase,
  verdict: Verdict,
): Figure[] {
  const count = (pattern: RegExp): number =>
    Object.entries(verdict.answers).reduce(
      (sum, [answer, times]) => sum + (pattern.test(answer) ? times : 0),
      0,
    );
  const unanswered = count(NO_ANSWER);
  if (isCalm)
    return [
      ...figuresOf(name, verdict, maxGapSeconds),
      zero(`${name}: answers of 500 and above`, count(FAULT)),
    ];
  if (!mayDie) return figuresOf(name, verdict, maxGapSeconds);
  const outsideContract = verdict.outsideContract - unanswered;
  return [
    ...figuresOf(name, { ...verdict, outsideContract }, maxGapSeconds),
    { what: `${name}: creates without answer`, value: String(unanswered) },
  ];
}

/** Counts the ends that no webhook tells of once everything is healed and drained (I5). */
async function drain({ stage, heard }: Ground, name: string, { ended }: Ends): Promise<Figure[]> {
  const isHeard = (id: string): boolean => heard.firstMs(id) !== undefined;
  await waitFor('the webhooks', DRAIN_MS, stage.signal, async () => [...ended.keys()].every(isHeard)).catch(
    (error: Error) => {
      stage.signal.throwIfAborted();
      stage.say(error.message);
    },
  );
  const lost = [...ended.keys()].filter((id) => !isHeard(id)).length;
  return [
    { what: `${name}: ends that were acknowledged`, value: String(ended.size) },
    zero(`${name}: of these not told of within ${DRAIN_MS / 1_000} s after healing (I5)`, lost),
  ];
}

/** Runs one phase under load, heals everything, and judges journal and database. */
async function runPhase(ground: Ground, phase: Phase, size: Size, place: number): Promise<Judged> {
  const { stage, nodes } = ground;
  const seed = ground.seed * 1_000 + place;
  const journal = join(stage.directory, `${phase.name.replaceAll(' ', '-')}.journal`);
  stage.say(`${phase.name}: ${phase.what}`);
  const load = await startCreates(nodes, journal, RATE, seed);
  const ends = await startEnds(nodes, `${journal}-ends`, `ends-${seed}`);
  let figures: Figure[] = [];
  try {
    figures = await phase.act(ground, phase.minutes[size] * MINUTE_MS);
    await waitUntilReady(stage, nodes.urls, READY_MS);
  } finally {
    await Promise.all([load.stop(), ends.stop()]);
  }
  const verdict = await judge(journal, ground.databaseUrl());
  const ended = await judge(`${journal}-ends`, ground.databaseUrl());
  figures.push(
    ...figuresOfLoad(phase, verdict),
    zero(`${phase.name}: ends acknowledged as created and lost, or doubled`, ended.lost + ended.doubled),
    ...(await drain(ground, phase.name, ends)),
    ...figuresOfInvariants(phase.name, await checkInvariants(ground.databaseUrl(), { secrets: CANARIES })),
  );
  for (const { what, value, isMet } of figures) if (isMet === false) stage.say(`  MISSED ${what}: ${value}`);
  return { figures, verdict };
}

/** Asks for transactions of the first tenant with the token of the second: each has to be unknown (I6). */
async function askAsNeighbour({ nodes: { urls }, neighbour, database }: Ground): Promise<Figure[]> {
  const rows = await database().run([
    `SELECT transaction_id FROM transactions ORDER BY transaction_id DESC LIMIT ${ASKED}`,
  ]);
  const headers = { authorization: `Bearer ${await fetchToken(urls[0] ?? '', neighbour)}` };
  const answers: Record<number, number> = {};
  for (const { transaction_id } of rows as { transaction_id: string }[]) {
    const { status } = await fetch(`${urls[1]}${API}/transactions/${transaction_id}`, {
      headers,
      signal: AbortSignal.timeout(READY_MS),
    });
    answers[status] = (answers[status] ?? 0) + 1;
  }
  return [
    {
      what: 'transactions of one tenant that another asked for: answers by status',
      value: Object.entries(answers)
        .map(([status, count]) => `${count} x ${status}`)
        .join(', '),
    },
    zero('of these told (I6)', answers[200] ?? 0),
  ];
}

/** Creates a second beside the ends: little, because two processes, a worker, the database and the load share the machine. */
const RATE = 20;

/** The trial of one size: every phase in its order, on one ground. */
export const tortureOf = (size: Size): Trial => ({
  help: 'two API processes and a worker, killed, cut off and raced',
  needs: [],
  usual: { rounds: 1, rate: RATE },
  async run(stage, { seed }) {
    // Whoever ends it early keeps what was sent and answered.
    stage.signal.addEventListener('abort', stage.keepLogs);
    const ground = await openGround(stage, seed);
    const figures: Figure[] = [];
    const verdicts: Record<string, Verdict> = {};
    for (const [place, phase] of PHASES.entries()) {
      const judged = await runPhase(ground, phase, size, place);
      figures.push(...judged.figures);
      verdicts[phase.name] = judged.verdict;
    }
    figures.push(...(await askAsNeighbour(ground)));
    const { name, what, broken } = countInLogs(stage.directory, CANARIES);
    figures.push(zero(`${what} (${name})`, broken));
    figures.push({ what: 'webhooks that came more than once', value: String(ground.heard.repeats()) });
    return { figures, verdicts };
  },
});
