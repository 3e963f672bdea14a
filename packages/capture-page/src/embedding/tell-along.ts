import type { SessionView } from '@titular/contract/page';
import type { ApiAnswer, PageApi } from '../api.ts';
import type { Channel } from './channel.ts';

const OPEN_STATUSES: readonly SessionView['status'][] = ['waiting', 'processing', 'shared'];

type Call = (...given: unknown[]) => Promise<ApiAnswer<unknown>>;

const isView = (value: unknown): value is SessionView =>
  typeof value === 'object' && value !== null && 'stage' in value && 'transactionId' in value;

/** The same wire, of whose answers the SDK is told: the session's end, and once the transaction's; then `onFinished` runs. */
export function tellAlong(api: PageApi, channel: Channel, onFinished: (view: SessionView) => void): PageApi {
  let isOver = false;
  const note = (answer: ApiAnswer<unknown>): void => {
    if (answer.kind === 'refused' && answer.status === 403)
      channel.tell({ type: 'error', code: 'session_ended' });
    if (answer.kind !== 'ok') return;
    const { value: view } = answer;
    if (isOver || !isView(view) || OPEN_STATUSES.includes(view.status)) return;
    isOver = true;
    channel.tell({ type: 'finished', transactionId: view.transactionId, status: view.status });
    onFinished(view);
  };
  const calls = Object.entries(api).map(([name, call]): [string, Call] => [
    name,
    async (...given) => {
      const answer = await (call as Call)(...given);
      note(answer);
      return answer;
    },
  ]);
  return Object.fromEntries(calls) as unknown as PageApi;
}
