import { type Incoming, parseMessage, type Reply, type RequestId, RPC_CODES, refuse } from './message.ts';
import { createMethods, type Offer, type Revision } from './methods.ts';
import { createRequests, MAX_REQUESTS } from './requests.ts';

/** The revision that had batches; the later one has none. */
const REVISION_WITH_BATCHES: Revision = '2025-03-26';

type Answer = Reply | readonly Reply[] | undefined;

/** One agent, from its first message to the end of its input. */
export type Session = {
  /** Handles one line; undefined where nothing is to be answered, as to a notification or a cancelled request. */
  receive(line: Uint8Array): Promise<Answer>;
  /** Calls back when the agent is to be told that the list of tools changed. */
  onToolsChanged(changed: () => void): void;
  cancelAll(): void;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseLine(line: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(decoder.decode(line)) };
  } catch {
    return undefined;
  }
}

const BLANKS: readonly number[] = [0x09, 0x0d, 0x20];

/** Opens a session; `log` hears of faults, of which an agent is told only that there was one. */
export function createSession(offer: Offer, log: (text: string) => void): Session {
  let revision: Revision | undefined;
  const methods = createMethods(offer, (negotiated) => {
    revision = negotiated;
  });
  const requests = createRequests(methods, () => revision !== undefined, log);

  const handle = async (message: Incoming): Promise<Reply | undefined> => {
    if (message.kind === 'request') return requests.handle(message);
    if (message.kind === 'invalid')
      return refuse(message.id, RPC_CODES.invalidRequest, `Not a message: ${message.why}.`);
    if (message.kind === 'notification' && message.method === 'notifications/cancelled')
      requests.cancel(message.params['requestId'] as RequestId);
    return undefined;
  };

  const handleBatch = async (batch: readonly unknown[]): Promise<Answer> => {
    if (revision !== REVISION_WITH_BATCHES)
      return refuse(null, RPC_CODES.invalidRequest, `Only revision ${REVISION_WITH_BATCHES} has batches.`);
    if (batch.length === 0 || batch.length > MAX_REQUESTS)
      return refuse(null, RPC_CODES.invalidRequest, `A batch has 1 to ${MAX_REQUESTS} messages.`);
    const replies = await Promise.all(batch.map((value) => handle(parseMessage(value))));
    const given = replies.filter((reply) => reply !== undefined);
    return given.length === 0 ? undefined : given;
  };

  return {
    async receive(line) {
      if (line.every((byte) => BLANKS.includes(byte))) return undefined;
      const parsed = parseLine(line);
      if (!parsed) return refuse(null, RPC_CODES.parseError, 'The line is not JSON in UTF-8.');
      return Array.isArray(parsed.value) ? handleBatch(parsed.value) : handle(parseMessage(parsed.value));
    },
    onToolsChanged: offer.onToolsChanged,
    cancelAll: requests.cancelAll,
  };
}
