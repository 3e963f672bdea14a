import { ANSWER_LIMIT_MS, API, fetchToken } from '../../load/requests.ts';
import { query } from '../../load/times.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';

/** Transactions of others that the neighbour asks for, and how many of them it tries to change. */
const ASKED = 50;
const CHANGED = 5;

/** What it tries to do to those of others. */
const CHANGES = [
  (id: string) => ({ path: `/transactions/${id}/cancel`, body: '{}' }),
  (id: string) => ({ path: `/transactions/${id}/link`, body: undefined }),
  (id: string) => ({ path: `/transactions/${id}/events/resend`, body: undefined }),
  (id: string) => ({ path: `/sandbox/transactions/${id}/steps`, body: '{"event":"approve"}' }),
];

/** What came of it: answers of reads and of changes, and transactions that were changed. */
type Asked = { reads: readonly number[]; changes: readonly number[]; changed: number };

/** Judges it: all of them have to be unknown, and stay as they were (I6). */
export function figuresOfNeighbour({ reads, changes, changed }: Asked): Figure[] {
  const figureOf = (what: string, answers: readonly number[]): Figure => {
    const unknown = answers.filter((status) => status === 404).length;
    return {
      what,
      value: `${unknown} of ${answers.length}`,
      target: 'all',
      isMet: unknown === answers.length && answers.length > 0,
    };
  };
  return [
    figureOf('I6: transactions of others that the neighbour asked for, answered with 404', reads),
    figureOf(
      'I6: cancels, links, resends and approvals of others that the neighbour asked for, answered with 404',
      changes,
    ),
    zero('I6: of these transactions changed by it', changed),
  ];
}

/** Steps of histories and links, by the transaction: what a change would add to. */
const readStates = async (databaseUrl: string, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await query<{ id: string; state: string }>(
        databaseUrl,
        `SELECT t.transaction_id::text AS id, concat_ws(' ', t.status, t.version,
           (SELECT count(*) FROM capture_links l WHERE (l.tenant_id, l.subject_id) = (t.tenant_id, t.transaction_id))) AS state
         FROM transactions t WHERE transaction_id = ANY ($1::uuid[])`,
        [ids],
      )
    ).map(({ id, state }) => [id, state]),
  );

/** Asks for transactions of others with the token of the neighbour, and tries to change some that are open. */
export async function askAsNeighbour({
  nodes: { urls },
  neighbour,
  database,
  databaseUrl,
}: Ground): Promise<Figure[]> {
  const rows = await database().run([
    `SELECT transaction_id, status FROM transactions WHERE company_id <> '${neighbour.companyId}' ORDER BY transaction_id DESC LIMIT ${ASKED}`,
  ]);
  const others = rows as { transaction_id: string; status: string }[];
  const headers = { authorization: `Bearer ${await fetchToken(urls[0] ?? '', neighbour)}` };
  const ask = async (method: string, path: string, body?: string): Promise<number> => {
    const response = await fetch(`${urls[1]}${API}${path}`, {
      ...{ method, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) },
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const reads: number[] = [];
  const changes: number[] = [];
  for (const { transaction_id: id } of others) reads.push(await ask('GET', `/transactions/${id}`));
  const ids = others.map(({ transaction_id: id }) => id);
  const open = others.filter(({ status }) => status === 'waiting').slice(0, CHANGED);
  const before = await readStates(databaseUrl(), ids);
  for (const { transaction_id: id } of open)
    for (const change of CHANGES) {
      const { path, body } = change(id);
      changes.push(await ask('POST', path, body));
    }
  const after = await readStates(databaseUrl(), ids);
  const changed = ids.filter((id) => before.get(id) !== after.get(id)).length;
  return figuresOfNeighbour({ reads, changes, changed });
}
