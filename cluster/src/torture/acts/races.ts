import { API, cardOf, fetchToken } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';

const WAYS = 64;
const ANSWER_MS = 30_000;

/** What came of one race: how many won, how many were told that it is not known, and how many were told neither of a win nor of the winner. */
type Race = { winners: number; unknown: number; strange: number };

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
  return { winners, unknown, strange: WAYS - winners - told - busy - unknown };
}

/** Sends the same create 64 times at once over both processes, again and again (R73). */
export async function runRaces(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const token = await fetchToken(ground.nodes.urls[0] ?? '', ground.nodes.demo);
  const endMs = performance.now() + milliseconds;
  let rounds = 0;
  let wrong = 0;
  let [unknown, strange] = [0, 0];
  while (rounds === 0 || performance.now() < endMs) {
    ground.stage.signal.throwIfAborted();
    const race = await raceOnce(ground, token, `trial-race-${ground.seed}-${rounds}`);
    rounds += 1;
    // The winner may be among those whose answer took too long.
    if (race.winners > 1 || (race.winners === 0 && race.unknown === 0)) wrong += 1;
    unknown += race.unknown;
    strange += race.strange;
  }
  return [
    { what: 'races: rounds of 64 creates with the same data', value: String(rounds) },
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
  ];
}
