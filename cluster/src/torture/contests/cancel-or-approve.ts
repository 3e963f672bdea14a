import { ANSWER_LIMIT_MS, API, cardOf, post } from '../../load/requests.ts';
import type { Ground } from '../ground.ts';
import { type Contest, isUnknown, type Round } from './contests.ts';

/** So many ask for each of both ends at once. */
const WAYS = 4;
/** Refusals of whoever came too late. */
const LATE = ['40046', '40092'];

type Came = {
  wish: 'canceled' | 'approved';
  status: number;
  told: string | undefined;
  code: string | undefined;
};

const parse = (body: string): Record<string, string | undefined> => {
  try {
    return JSON.parse(body) as Record<string, string | undefined>;
  } catch {
    return {};
  }
};

/** Judges one round: all who won wished the same end, and the transaction has it. Repeating a cancel answers the same, so several may win with one end. */
export function judgeEnds(answers: readonly Came[], ended: string | undefined): Round {
  const won = answers.filter(({ status, wish, told }) => status === 200 && told === wish);
  const lost = answers.filter(({ status, code = '' }) => status === 400 && LATE.includes(code));
  const unknown = answers.filter(({ status }) => isUnknown(status)).length;
  const wishes = new Set(won.map(({ wish }) => wish));
  return {
    winners: wishes.size,
    unknown,
    strange: answers.length - won.length - lost.length - unknown,
    fits: wishes.size === 0 ? unknown > 0 : ended !== undefined && wishes.has(ended as Came['wish']),
  };
}

/** Cancels of a transaction against approvals of it, over both processes: it has one end (R77). */
export const cancelOrApprove = (
  { nodes: { urls }, neighbour, seed }: Pick<Ground, 'nodes' | 'neighbour' | 'seed'>,
  token: string,
): Contest => ({
  name: 'cancels against approvals of one transaction',
  async once(round) {
    const body = cardOf(neighbour.companyId, `trial-contest-${seed}-${round}`);
    const made = parse((await post(`${urls[0]}${API}/transaction`, token, body)).body);
    // Whoever is turned away because there are too many has nothing to contend for.
    if (!made['id']) return { winners: 0, unknown: 1, strange: 0, fits: true };
    const ask = async (wish: Came['wish'], way: number): Promise<Came> => {
      const url = urls[way % urls.length] ?? '';
      const { status, body: text } =
        wish === 'canceled'
          ? await post(`${url}${API}/transactions/${made['id']}/cancel`, token, '{}')
          : await post(`${url}${API}/sandbox/transactions/${made['id']}/steps`, token, '{"event":"approve"}');
      const { status: told, code } = parse(text);
      return { wish, status, told, code };
    };
    const answers = await Promise.all(
      Array.from({ length: WAYS }, (_, way) => [ask('canceled', way), ask('approved', way + 1)]).flat(),
    );
    const response = await fetch(`${urls[round % urls.length]}${API}/transactions/${made['id']}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return judgeEnds(answers, parse(await response.text())['status']);
  },
});
