import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';
import { type Line, openJournal } from './journal.ts';
import type { Client } from './offered.ts';
import { API, cardOf, fetchToken, get, post } from './requests.ts';

/** Transactions that are created and canceled one after the other, whatever comes back, each in the journal before it is sent. */
export type Ends = {
  /** When the cancel of each was acknowledged, by the clock of this process. */
  ended: Map<string, number>;
  stop(): Promise<void>;
};

/** Where the answers to cancels stand, each by the id of its transaction. */
export const cancelsOf = (journalPath: string): string => `${journalPath}-cancels`;

/** Where reads stand that follow a cancel that was acknowledged, likewise. */
export const readsOf = (journalPath: string): string => `${journalPath}-reads`;

/** Counts reads that were answered and show no canceled transaction (I4): they were sent once the cancel was acknowledged. */
export const countUnended = (lines: readonly Line[]): number =>
  lines.filter(
    (line) =>
      line.kind === 'answered' &&
      (line.status === 404 || (line.status === 200 && statusIn(line.body ?? '') !== 'canceled')),
  ).length;

function statusIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { status?: string }).status;
  } catch {
    return undefined;
  }
}

const PAUSE_MS = 20;
/** One in so many is read once its cancel was acknowledged: its tenant has a limit to keep. An odd number, so that both processes are asked. */
const READ_EVERY = 5;
const TOKEN_MS = 60_000;

/** The id in the answer to a create; undefined where it is none, which the judge counts as lost. */
function idIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { id?: string }).id;
  } catch {
    return undefined;
  }
}

/** Begins at the nodes in turn, for these tenants in turn; what fails is left, and not sent again. */
export async function startEnds(
  { urls, demo }: Pick<Nodes, 'urls'> & { demo: Client },
  journalPath: string,
  prefix: string,
  owners: readonly Client[] = [demo],
): Promise<Ends> {
  const journal = openJournal(journalPath);
  const cancels = openJournal(cancelsOf(journalPath));
  const reads = openJournal(readsOf(journalPath));
  const ended = new Map<string, number>();
  const sinceMs = performance.now();
  const nowMs = (): number => Math.round(performance.now() - sinceMs);
  const tokens = new Map<Client, { token: string; untilMs: number }>();
  let isOver = false;

  const tokenOf = async (owner: Client, url: string): Promise<string> => {
    const known = tokens.get(owner);
    if (known && nowMs() < known.untilMs) return known.token;
    const token = await fetchToken(url, owner).catch(() => undefined);
    if (token !== undefined) tokens.set(owner, { token, untilMs: nowMs() + TOKEN_MS });
    return token ?? known?.token ?? '';
  };

  const endOne = async (number: number): Promise<void> => {
    const node = number % urls.length;
    const url = urls[node] ?? '';
    const owner = owners[number % owners.length] ?? demo;
    const order = `trial-${prefix}-${number}`;
    const token = await tokenOf(owner, url);
    journal.write({ kind: 'sent', order, node, atMs: nowMs() });
    const made = await post(`${url}${API}/transaction`, token, cardOf(owner.companyId, order)).catch(
      (error: Error) => ({ error: String(error.cause ?? error) }),
    );
    journal.write({ kind: 'answered', order, ...made, atMs: nowMs() });
    if (!('status' in made) || made.status !== 200) return;
    const id = idIn(made.body);
    if (id === undefined) return;
    cancels.write({ kind: 'sent', order: id, node, atMs: nowMs() });
    const canceled = await post(`${url}${API}/transactions/${id}/cancel`, token, '{}').catch(
      (error: Error) => ({ error: String(error.cause ?? error) }),
    );
    cancels.write({ kind: 'answered', order: id, ...canceled, atMs: nowMs() });
    if (!('status' in canceled) || canceled.status !== 200) return;
    ended.set(id, performance.now());
    if (number % READ_EVERY !== 0) return;
    reads.write({ kind: 'sent', order: id, node: urls.length - 1 - node, atMs: nowMs() });
    const read = await get(`${urls.at(-1 - node)}${API}/transactions/${id}`, token).catch((error: Error) => ({
      error: String(error.cause ?? error),
    }));
    reads.write({ kind: 'answered', order: id, ...read, atMs: nowMs() });
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
      journal.close();
      cancels.close();
      reads.close();
    },
  };
}
