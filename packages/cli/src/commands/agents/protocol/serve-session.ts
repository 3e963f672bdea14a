import { type Reply, RPC_CODES, refuse, TOOLS_CHANGED } from './message.ts';
import { createOutbox } from './outbox.ts';
import { MAX_LINE_BYTES, readLines } from './read-lines.ts';
import type { Session } from './session.ts';

/** What is written to an agent: an answer, those of a batch, or news. */
type Written = Reply | readonly Reply[] | typeof TOOLS_CHANGED;

/** Answers a session line by line until its input ends; what is under way then is finished, and at a stop is cancelled. */
export async function* serveSession(
  input: AsyncIterable<Uint8Array>,
  session: Session,
  stopping: AbortSignal,
): AsyncGenerator<Written> {
  const outbox = createOutbox<Written>();
  const underWay = new Set<Promise<void>>();
  stopping.addEventListener('abort', session.cancelAll, { once: true });
  session.onToolsChanged(() => outbox.put(TOOLS_CHANGED));

  const receive = async (bytes: Uint8Array): Promise<void> => {
    const answer = await session.receive(bytes);
    if (answer !== undefined) outbox.put(answer);
  };
  const readAll = async (): Promise<void> => {
    try {
      for await (const line of readLines(input)) {
        await outbox.ready();
        if (line.kind === 'too-long') {
          const why = `A message has at most ${MAX_LINE_BYTES} bytes.`;
          outbox.put(refuse(null, RPC_CODES.invalidRequest, why));
          continue;
        }
        const received = receive(line.bytes).finally(() => underWay.delete(received));
        underWay.add(received);
      }
      await Promise.all(underWay);
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      outbox.close();
    }
  };

  const read = readAll();
  yield* outbox.items();
  await read;
}
