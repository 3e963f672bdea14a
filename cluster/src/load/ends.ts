import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { type Answered, type Line, openJournal } from './journal.ts';
import type { Client } from './offered.ts';
import { API, cardOfOrder, fetchToken, get, post } from './requests.ts';

/** How a transaction is ended. */
type End = 'canceled' | 'approved';

/** Transactions that are created and ended one after the other, whatever comes back, each in the journal before it is sent. */
export type Ends = {
  /** When the end of each was acknowledged, by the clock of this process. */
  ended: Map<string, number>;
  stop(): Promise<void>;
};

/** A tenant whose transactions these are, and a surname that its persons have more. */
type Owner = Client & { surname?: string };

/** Whose transactions these are; whether some of them are approved in the sandbox; and who hears of each that was created, by the owner's place. */
type Choices = {
  owners?: readonly Owner[];
  approves?: boolean;
  onMade?(owner: number, id: string): void;
};

/** A read beside the ends, with the status that was acknowledged last. */
export type ReadLine = Line & { acknowledged: End | 'waiting' };

/** Where the answers to cancels stand, each by the id of its transaction. */
export const cancelsOf = (journalPath: string): string => `${journalPath}-cancels`;

/** Where the answers to approvals stand, likewise. */
export const approvalsOf = (journalPath: string): string => `${journalPath}-approvals`;

/** Where reads stand that follow what was acknowledged, likewise. */
export const readsOf = (journalPath: string): string => `${journalPath}-reads`;

/** Lists reads that were answered and show another status than was acknowledged before they were sent (I4, R77). */
export const listUnended = (lines: readonly ReadLine[]): ReadLine[] =>
  lines.filter(
    (line) =>
      line.kind === 'answered' &&
      (line.status === 404 || (line.status === 200 && statusIn(line.body ?? '') !== line.acknowledged)),
  );

/** Counts transactions that such reads showed both before and after their end. */
export function countChanged(lines: readonly ReadLine[]): number {
  const good = lines.filter((line) => line.kind === 'answered' && line.status === 200);
  return [...Map.groupBy(good, ({ order }) => order).values()].filter(
    (reads) =>
      reads.some(({ acknowledged }) => acknowledged === 'waiting') &&
      reads.some(({ acknowledged }) => acknowledged !== 'waiting'),
  ).length;
}

function statusIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { status?: string }).status;
  } catch {
    return undefined;
  }
}

const PAUSE_MS = 20;
/** One in so many is read before and after its end: its tenant has a limit to keep. An odd number, so that both processes are asked. */
const READ_EVERY = 3;
/** Of so many this part is approved: every owner has both ends, read and unread, at both processes. */
const APPROVED = { part: 3, of: 7 };
const TOKEN_MS = 60_000;

/** The id in the answer to a create; undefined where it is none, which the judge counts as lost. */
function idIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { id?: string }).id;
  } catch {
    return undefined;
  }
}

/** What came of a request, also where nothing did. */
type Came = Pick<Answered, 'status' | 'body' | 'error'>;

const orError = (asked: Promise<Came>): Promise<Came> =>
  asked.catch((error: Error) => ({ error: String(error.cause ?? error) }));

const ENDING = {
  canceled: { path: (id: string) => `/transactions/${id}/cancel`, body: '{}' },
  approved: { path: (id: string) => `/sandbox/transactions/${id}/steps`, body: '{"event":"approve"}' },
} as const;

/** Gives tokens of owners, the last one for as long as it holds. */
function createTokens(nowMs: () => number) {
  const tokens = new Map<Client, { token: string; untilMs: number }>();
  return async (owner: Client, url: string): Promise<string> => {
    const known = tokens.get(owner);
    if (known && nowMs() < known.untilMs) return known.token;
    const token = await fetchToken(url, owner).catch(() => undefined);
    if (token !== undefined) tokens.set(owner, { token, untilMs: nowMs() + TOKEN_MS });
    return token ?? known?.token ?? '';
  };
}

/** Begins at the nodes in turn, for these tenants in turn; what fails is left, and not sent again. */
export async function startEnds(
  { urls, demo }: Pick<Nodes, 'urls'> & { demo: Client },
  journalPath: string,
  prefix: string,
  { owners = [demo], approves = false, onMade = () => undefined }: Choices = {},
): Promise<Ends> {
  const journal = openJournal(journalPath);
  const endings = {
    canceled: openJournal(cancelsOf(journalPath)),
    approved: openJournal(approvalsOf(journalPath)),
  };
  const reads = openJournal<ReadLine>(readsOf(journalPath));
  const ended = new Map<string, number>();
  const sinceMs = performance.now();
  const nowMs = (): number => Math.round(performance.now() - sinceMs);
  const tokenOf = createTokens(nowMs);
  let earlier: (() => Promise<void>) | undefined;
  let isOver = false;

  const read = async (id: string, node: number, token: string, acknowledged: ReadLine['acknowledged']) => {
    reads.write({ kind: 'sent', order: id, node, atMs: nowMs(), acknowledged });
    const came = await orError(get(`${urls[node]}${API}/transactions/${id}`, token));
    reads.write({ kind: 'answered', order: id, ...came, atMs: nowMs(), acknowledged });
  };

  const createOne = async (number: number, node: number, token: string): Promise<string | undefined> => {
    const place = number % owners.length;
    const { companyId, surname = '' }: Owner = owners[place] ?? demo;
    const order = `trial-${prefix}-${number}`;
    journal.write({ kind: 'sent', order, node, atMs: nowMs() });
    const made = await orError(
      post(`${urls[node]}${API}/transaction`, token, cardOfOrder(companyId, order, surname)),
    );
    journal.write({ kind: 'answered', order, ...made, atMs: nowMs() });
    const id = made.status === 200 ? idIn(made.body ?? '') : undefined;
    if (id !== undefined) onMade(place, id);
    return id;
  };

  const endOne = async (number: number): Promise<void> => {
    const node = number % urls.length;
    const other = urls.length - 1 - node;
    const token = await tokenOf(owners[number % owners.length] ?? demo, urls[node] ?? '');
    const id = await createOne(number, node, token);
    if (id === undefined) return;
    const isRead = number % READ_EVERY === 0;
    // The process that shows it now must not show it so once another one has ended it.
    if (isRead) await read(id, other, token, 'waiting');
    const end: End = approves && number % APPROVED.of < APPROVED.part ? 'approved' : 'canceled';
    endings[end].write({ kind: 'sent', order: id, node, atMs: nowMs() });
    const came = await orError(post(`${urls[node]}${API}${ENDING[end].path(id)}`, token, ENDING[end].body));
    endings[end].write({ kind: 'answered', order: id, ...came, atMs: nowMs() });
    if (came.status !== 200) return;
    ended.set(id, performance.now());
    if (!isRead) return;
    await read(id, other, token, end);
    // The one before once more, some time after its end, where it was ended.
    await earlier?.();
    earlier = () => read(id, node, token, end);
  };

  const work = async (): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      await endOne(number);
      await delay(PAUSE_MS);
    }
  };
  const working = work();
  return {
    ended,
    async stop() {
      isOver = true;
      await working;
      for (const one of [journal, ...Object.values(endings), reads]) one.close();
    },
  };
}
