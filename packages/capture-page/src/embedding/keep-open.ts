import type { SessionView } from '@titular/contract/page';
import type { ApiAnswer, PageApi } from '../service/api.ts';
import type { Channel, FrameOpening } from './channel.ts';

/** So long the SDK may take to fetch a code on a slow network. */
export const OPENING_MS = 30_000;
/** So often another code is asked for; a session lasts long enough that more are no person's doing. */
const MAX_OPENINGS = 4;

type Call = (...given: unknown[]) => Promise<ApiAnswer<unknown>>;

const isSessionOver = (answer: ApiAnswer<unknown>): boolean =>
  answer.kind === 'refused' && answer.status === 403;

/**
 * Wraps the page API so that the session is opened by the SDK's codes. A code whose response was lost is used up
 * without a session, and an expired session accepts no call. Either way the SDK is asked for another code, and what
 * was refused is sent again.
 */
export function keepOpen(
  api: PageApi,
  channel: Pick<Channel, 'askForOpening'>,
  first: FrameOpening,
): PageApi {
  let openings = 0;
  let reopening: Promise<ApiAnswer<SessionView> | undefined> | undefined;
  const openWith = ({ code, embedder, pageLoad }: FrameOpening): Promise<ApiAnswer<SessionView>> =>
    api.openSession({ kind: 'code', code, embedder, pageLoad });
  async function openAnew(): Promise<ApiAnswer<SessionView> | undefined> {
    if (openings === MAX_OPENINGS) return undefined;
    openings += 1;
    const opening = await channel.askForOpening(OPENING_MS);
    return opening && openWith(opening);
  }
  // Calls that are refused at the same time share one new session.
  const reopen = (): Promise<ApiAnswer<SessionView> | undefined> => {
    reopening ??= openAnew().finally(() => {
      reopening = undefined;
    });
    return reopening;
  };
  const keep =
    (call: Call): Call =>
    async (...given) => {
      const answer = await call(...given);
      if (!isSessionOver(answer)) return answer;
      const opened = await reopen();
      return opened?.kind === 'ok' ? call(...given) : answer;
    };
  const kept = Object.fromEntries(
    Object.entries(api).map(([name, call]) => [name, keep(call as Call)]),
  ) as unknown as PageApi;
  return {
    ...kept,
    openSession: async (entry) => {
      if (entry.kind === 'session') return kept.openSession(entry);
      const answer = await openWith(first);
      return answer.kind === 'refused' ? ((await reopen()) ?? answer) : answer;
    },
  };
}
