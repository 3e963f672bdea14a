import { listOrders } from '../../load/judge.ts';
import { API, cardOf, fetchToken } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import { cancelOrApprove } from '../contests/cancel-or-approve.ts';
import { type Contest, figuresOfContest, type Round } from '../contests/contests.ts';
import { sameAssertion } from '../contests/same-assertion.ts';
import type { Ground } from '../ground.ts';

const WAYS = 64;
const ANSWER_MS = 30_000;

/** What came of one race: its order, how many won, how many were told that it is not known, and how many were told neither of a win nor of the winner. */
export type Race = { order: string; winners: number; unknown: number; strange: number };

/** Whether a race had not exactly one winner, by its answers and by what the database has of its order; the winner may be among those whose answer took too long. */
export const isWrong = ({ winners, unknown }: Race, there: readonly string[]): boolean =>
  winners === 0 ? unknown === 0 || there.length > 1 : winners > 1 || there.length !== 1;

async function raceOnce({ nodes: { urls, demo } }: Ground, token: string, order: string): Promise<Race> {
  const answers = await Promise.all(
    Array.from({ length: WAYS }, async (_, way) => {
      const response = await fetch(`${urls[way % urls.length]}${API}/transaction`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: cardOf(demo.companyId, order),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return { status: response.status, code: ((await response.json()) as { code?: string }).code };
    }),
  );
  const winners = answers.filter(({ status }) => status === 200).length;
  const told = answers.filter(({ status, code }) => status === 400 && code === '40027').length;
  // Whoever is turned away because there are too many may ask again.
  const busy = answers.filter(({ status }) => status === 429 || status === 503).length;
  const unknown = answers.filter(({ status, code }) => status === 500 && code === '50001').length;
  return { order, winners, unknown, strange: WAYS - winners - told - busy - unknown };
}

/** Contests that follow each other, all of them in turn, until the time is over. */
async function runContests(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { nodes, neighbour, stage } = ground;
  const { assertionKey } = neighbour;
  const token = await fetchToken(nodes.urls[0] ?? '', neighbour);
  const contests = [
    cancelOrApprove(ground, token),
    ...(assertionKey ? [sameAssertion(ground, assertionKey)] : []),
  ];
  const rounds = new Map<Contest, Round[]>(contests.map((contest) => [contest, []]));
  const endMs = performance.now() + milliseconds;
  for (let round = 0; round === 0 || performance.now() < endMs; round += 1)
    for (const [contest, all] of rounds) {
      stage.signal.throwIfAborted();
      all.push(await contest.once(round));
    }
  return [...rounds].flatMap(([{ name }, all]) => figuresOfContest(name, all));
}

/** Sends the same create 64 times at once over both processes, again and again, and then has calls of other kinds contend (R73). */
export async function runRaces(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const token = await fetchToken(ground.nodes.urls[0] ?? '', ground.nodes.demo);
  const endMs = performance.now() + milliseconds / 2;
  const races: Race[] = [];
  while (races.length === 0 || performance.now() < endMs) {
    ground.stage.signal.throwIfAborted();
    races.push(await raceOnce(ground, token, `trial-race-${ground.seed}-${races.length}`));
  }
  const contests = await runContests(ground, milliseconds / 2);
  const orders = await listOrders(ground.databaseUrl());
  const wrong = races.filter((race) => isWrong(race, orders.get(race.order) ?? [])).length;
  const sum = (value: (race: Race) => number): number => races.reduce((all, race) => all + value(race), 0);
  const unknown = sum((race) => race.unknown);
  const strange = sum((race) => race.strange);
  return [
    { what: `races: rounds of ${WAYS} creates with the same data`, value: String(races.length) },
    { what: 'races: answers that took too long (50001)', value: String(unknown) },
    {
      what: 'races: rounds without exactly one winner',
      value: String(wrong),
      target: '0',
      isMet: wrong === 0,
    },
    {
      what: 'races: answers that are neither 200 nor 40027 nor busy nor 50001',
      value: String(strange),
      target: '0',
      isMet: strange === 0,
    },
    ...contests,
  ];
}
