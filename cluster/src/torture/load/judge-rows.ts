import { query } from '../../load/times.ts';
import { type Check, checkOf, foundIn } from '../judged.ts';
import { codeOf } from './judge-acts.ts';
import { type Ended, isEnded } from './judge-answers.ts';
import type { CallLine } from './mix.ts';

/** A link by the hash of its code, with the transaction that it opens. */
type LinkRow = { code: string; id: string };

/** Every status that a transaction ever had. */
type HistoryRow = { id: string; statuses: readonly string[] };

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The transaction that a signed token names, unverified. */
const subjectOf = (token: string): unknown =>
  parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())['jti'];

/** What acknowledged creates were answered. */
const listMade = (calls: readonly CallLine[]) =>
  calls
    .filter(isEnded)
    .filter(({ kind, status }) => kind === 'create' && status === 200)
    .map((call) => {
      const { id, link, token } = parse(call.body ?? '');
      return { call, id: String(id), link, token };
    });

/** Lists acknowledged creates whose link or token opens nothing, or the transaction of another (I1, I6): within a run no link is deleted. */
export function listMisled(calls: readonly CallLine[], links: readonly LinkRow[]): Ended[] {
  const byCode = new Map(links.map(({ code, id }) => [code, id]));
  return listMade(calls).flatMap(({ call, id, link, token }) => {
    const opened = typeof link === 'string' ? byCode.get(codeOf(link)) : id;
    const named = typeof token === 'string' ? subjectOf(token) : id;
    return opened !== id || named !== id ? [call] : [];
  });
}

const goodReads = (calls: readonly CallLine[]): CallLine[] =>
  calls.filter(isEnded).filter(({ kind, status }) => kind === 'status' && status === 200);

/** Lists reads that show a status which the transaction never had, by its history (I4). */
export function listInvented(calls: readonly CallLine[], rows: readonly HistoryRow[]): CallLine[] {
  const byId = new Map(rows.map(({ id, statuses }) => [id, statuses]));
  return goodReads(calls).filter(({ about, body = '' }) => {
    const shown = parse(body)['status'];
    return byId.get(about)?.includes(String(shown)) === false;
  });
}

/** Compares what was answered with links and histories as they are in the database. */
export async function checksOfRows(databaseUrl: string, calls: readonly CallLine[]): Promise<Check[]> {
  const codes = listMade(calls).flatMap(({ link }) => (typeof link === 'string' ? [codeOf(link)] : []));
  const links = await query<LinkRow>(
    databaseUrl,
    `SELECT encode(code_hash, 'hex') AS code, subject_id::text AS id FROM capture_links
     WHERE code_hash = ANY (SELECT decode(code, 'hex') FROM unnest($1::text[]) AS code)`,
    [codes],
  );
  const rows = await query<HistoryRow>(
    databaseUrl,
    `SELECT transaction_id::text AS id, array_agg(to_status) AS statuses FROM transaction_history
     WHERE transaction_id = ANY ($1::uuid[]) GROUP BY 1`,
    [[...new Set(goodReads(calls).map(({ about }) => about))]],
  );
  return [
    checkOf(
      'I1, I6: acknowledged creates whose link or token opens nothing, or another transaction',
      listMisled(calls, links).map((call) => foundIn(call)),
    ),
    checkOf(
      'I4: reads that show a status which the transaction never had',
      listInvented(calls, rows).map((call) => foundIn(call)),
    ),
  ];
}
