import { API, fetchToken } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';

const ANSWER_MS = 60_000;
/** Transactions of others that the neighbour asks for. */
const ASKED = 50;

/** Asks for transactions of others with the token of the neighbour: each has to be unknown (I6). */
export async function askAsNeighbour({ nodes: { urls }, neighbour, database }: Ground): Promise<Figure[]> {
  const rows = await database().run([
    `SELECT transaction_id FROM transactions WHERE company_id <> '${neighbour.companyId}' ORDER BY transaction_id DESC LIMIT ${ASKED}`,
  ]);
  const headers = { authorization: `Bearer ${await fetchToken(urls[0] ?? '', neighbour)}` };
  const answers: Record<number, number> = {};
  for (const { transaction_id } of rows as { transaction_id: string }[]) {
    const response = await fetch(`${urls[1]}${API}/transactions/${transaction_id}`, {
      headers,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.arrayBuffer();
    const { status } = response;
    answers[status] = (answers[status] ?? 0) + 1;
  }
  const unknown = answers[404] ?? 0;
  return [
    {
      what: 'I6: transactions of others that the neighbour asked for, answered with 404',
      value: `${unknown} of ${rows.length}`,
      target: 'all',
      isMet: unknown === rows.length && rows.length > 0,
    },
  ];
}
