import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { type Answered, type Line, readJournal } from './journal.ts';

/** What a trial found, all of it from the journal and the database. */
export type Verdict = {
  sent: number;
  acknowledged: number;
  /** Acknowledged, and not in the database. */
  lost: number;
  /** Orders with more than one transaction. */
  doubled: number;
  /** Refused or without an answer, and in the database nevertheless: a merchant repeats those. */
  written: number;
  /** Longest time without an answer of 200 since the first create was sent, in seconds. */
  longestGapSeconds: number;
  /** Answers by status and code. */
  answers: Record<string, number>;
  /** Creates whose answer the contract does not know, or that had none. */
  outsideContract: number;
  slowestSeconds: number;
};

type Contract = { paths: Record<string, { post?: { responses: Record<string, unknown> } }> };

/** Statuses of a create in the published contract. */
const statuses = (): Set<string> => {
  const file = resolve(import.meta.dirname, '../../../docs/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Contract;
  return new Set(Object.keys(paths['/api/public/v1/walletid/transaction']?.post?.responses ?? {}));
};

function bodyOf({ body = '' }: Answered): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const idOf = (answer: Answered): unknown => bodyOf(answer)['id'];

const describe = (answer: Answered): string =>
  answer.status === undefined
    ? `no answer (${answer.error})`
    : `${answer.status} ${answer.status === 200 ? '' : (bodyOf(answer)['code'] ?? 'another body')}`.trim();

const isInContract = (answer: Answered, known: ReadonlySet<string>): boolean => {
  const { code, message } = bodyOf(answer);
  if (!known.has(String(answer.status))) return false;
  if (answer.status === 200) return typeof idOf(answer) === 'string';
  return /^\d{5}$/.test(String(code)) && typeof message === 'string';
};

/** The longest time without a good answer, from the first that was sent to the last answer of all. */
export const longestGapMs = (firstMs: number, goodMs: readonly number[], lastMs: number): number =>
  [...goodMs, lastMs].reduce(
    (longest, atMs, index) => Math.max(longest, atMs - (goodMs[index - 1] ?? firstMs)),
    0,
  );

/** Orders of creates in a database, with the ids of their transactions. */
export async function listOrders(databaseUrl: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ order: string; ids: string[] }>(
      `SELECT order_number AS order, array_agg(transaction_id::text) AS ids
       FROM transactions WHERE order_number LIKE 'trial-%' GROUP BY order_number`,
    );
    return new Map(rows.map(({ order, ids }) => [order, ids]));
  } finally {
    await client.end();
  }
}

/** Counts acknowledged orders that are not there exactly once (I1). */
export const countAmiss = (
  acknowledged: readonly string[],
  orders: ReadonlyMap<string, readonly string[]>,
): number => acknowledged.filter((order) => orders.get(order)?.length !== 1).length;

/** Answers of 200 whose transaction is not there. */
export const listLost = (
  lines: readonly Line[],
  orders: ReadonlyMap<string, readonly string[]>,
): Answered[] =>
  lines.filter(
    (line): line is Answered =>
      line.kind === 'answered' &&
      line.status === 200 &&
      !orders.get(line.order)?.includes(String(idOf(line))),
  );

/** Orders that were sent, each once, and have more than one transaction. */
export const listDoubled = (
  lines: readonly Line[],
  orders: ReadonlyMap<string, readonly string[]>,
): string[] => {
  const sent = new Set(lines.flatMap((line) => (line.kind === 'sent' ? [line.order] : [])));
  return [...sent].filter((order) => (orders.get(order)?.length ?? 0) > 1);
};

const REPLICATED = '40027';

/** Whether an answer says that nothing was made, and nothing of the kind is there already. */
const isRefusal = (answer: Answered): boolean =>
  answer.status !== undefined &&
  answer.status >= 400 &&
  answer.status < 500 &&
  bodyOf(answer)['code'] !== REPLICATED;

/** Orders that were refused, each time that they were sent, and are there all the same: who is refused does not ask again. */
export function listRefusedThere(
  lines: readonly Line[],
  orders: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...Map.groupBy(lines, ({ order }) => order)].flatMap(([order, own]) => {
    const answers = own.filter((line) => line.kind === 'answered');
    const areAll = answers.length > 0 && 2 * answers.length === own.length && answers.every(isRefusal);
    return areAll && orders.has(order) ? order : [];
  });
}

/** Compares what was answered with what is there. */
export function judgeLines(lines: readonly Line[], orders: ReadonlyMap<string, readonly string[]>): Verdict {
  const sent = new Map(lines.flatMap((line) => (line.kind === 'sent' ? [[line.order, line.atMs]] : [])));
  const answers = lines.filter((line) => line.kind === 'answered');
  const good = answers.filter(({ status }) => status === 200);
  const goodMs = good.map(({ atMs }) => atMs);
  const acknowledged = new Set(good.map(({ order }) => order));
  const known = statuses();
  const [firstMs = 0] = sent.values();
  const counts: Record<string, number> = {};
  const answered = new Set(answers.map(({ order }) => order));
  const unanswered = [...sent.keys()].filter((order) => !answered.has(order));
  for (const answer of answers) counts[describe(answer)] = (counts[describe(answer)] ?? 0) + 1;
  return {
    sent: sent.size,
    acknowledged: good.length,
    lost: listLost(lines, orders).length,
    doubled: listDoubled(lines, orders).length,
    written: [...sent.keys()].filter((order) => orders.has(order) && !acknowledged.has(order)).length,
    longestGapSeconds: longestGapMs(firstMs, goodMs, answers.at(-1)?.atMs ?? firstMs) / 1_000,
    answers: counts,
    outsideContract: unanswered.length + answers.filter((answer) => !isInContract(answer, known)).length,
    slowestSeconds:
      answers.reduce((most, { order, atMs }) => Math.max(most, atMs - (sent.get(order) ?? atMs)), 0) / 1_000,
  };
}

/** Judges a journal by a statement of its own on the database. */
export const judge = async (journalPath: string, databaseUrl: string): Promise<Verdict> =>
  judgeLines(readJournal(journalPath), await listOrders(databaseUrl));
