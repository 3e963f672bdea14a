import { request } from 'node:http';
import { describeAnswers, offerCreates } from '../../load/offered.ts';
import { API, cardOf, fetchToken, post } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import type { Ground } from '../ground.ts';

const EVERY_MS = 100;
const ANSWER_MS = 6_000;

/** Answers within a shortage by their status, 0 for none: to creates and reads that each have a connection of their own, and to a load over connections that are kept. */
export type Within = {
  creates: Record<number, number>;
  reads: Record<number, number>;
  load: Readonly<Record<number, number>>;
};

/** Asks once on a new connection, and gives the status; 0 where no answer came. */
function askAnew(url: string, token: string, body?: string): Promise<number> {
  return new Promise((settle) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, headers, agent: false, signal: AbortSignal.timeout(ANSWER_MS) } as const;
    const sent = request(url, options, (response) => {
      response.on('error', () => settle(0)).resume();
      response.on('end', () => settle(response.statusCode ?? 0));
    });
    sent.on('error', () => settle(0)).end(body);
  });
}

const count = (into: Record<number, number>, status: number): void => {
  into[status] = (into[status] ?? 0) + 1;
};

/** What is asked within a shortage: at the first process, as the neighbour, whom no limit holds up. */
export async function openProbes({ stage, nodes, neighbour, seed }: Ground, name: string) {
  const url = nodes.urls[0] ?? '';
  const token = await fetchToken(nodes.urls[1] ?? '', neighbour);
  const orderOf = (number: number | string): string => `trial-short-${seed}-${name}-${number}`;
  const create = (order: string): string => cardOf(neighbour.companyId, order);
  const made = await post(`${nodes.urls[1]}${API}/transaction`, token, create(orderOf('first')));
  const { id } = JSON.parse(made.body) as { id?: string };
  return {
    /** Asks for so long, with a load of so many creates a second besides. */
    async run(milliseconds: number, perSecond = 0): Promise<Within> {
      const within: Within = { creates: {}, reads: {}, load: {} };
      const under: Promise<void>[] = [];
      const load = perSecond
        ? offerCreates(
            { urls: [url], demo: neighbour },
            perSecond,
            milliseconds,
            orderOf('load'),
            stage.signal,
          )
        : undefined;
      const endMs = performance.now() + milliseconds;
      for (let number = 0; performance.now() < endMs; number += 1) {
        under.push(
          askAnew(`${url}${API}/transaction`, token, create(orderOf(number))).then((status) =>
            count(within.creates, status),
          ),
          askAnew(`${url}${API}/transactions/${id}`, token).then((status) => count(within.reads, status)),
        );
        await calm(stage, EVERY_MS);
      }
      await Promise.all(under);
      return { ...within, load: (await load)?.answers ?? {} };
    },
  };
}

/** Tells what was answered within shortages of a kind; where a kind has to be felt, one that nobody felt shows nothing. */
export function figuresOfWithin(name: string, all: readonly Within[], isFelt: boolean): Figure[] {
  const sumOf = (kind: keyof Within): Record<number, number> => {
    const sum: Record<number, number> = {};
    for (const within of all)
      for (const [status, times] of Object.entries(within[kind]))
        sum[Number(status)] = (sum[Number(status)] ?? 0) + times;
    return sum;
  };
  const [creates, reads, load] = [sumOf('creates'), sumOf('reads'), sumOf('load')];
  const felt = Object.entries(creates).reduce(
    (sum, [status, times]) => (status === '200' ? sum : sum + times),
    0,
  );
  return [
    {
      what: `resources: ${name}: creates on new connections; reads on new connections; a load over connections that are kept`,
      value: [creates, reads, load].map((answers) => describeAnswers(answers) || 'none').join('; '),
    },
    ...(isFelt
      ? [
          {
            what: `resources: ${name}: creates that felt it`,
            value: String(felt),
            target: '> 0',
            isMet: felt > 0,
            isTimed: true as const,
          },
        ]
      : []),
  ];
}
