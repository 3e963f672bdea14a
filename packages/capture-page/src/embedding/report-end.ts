import type { SessionView } from '@titular/contract/page';
import { OPEN_STATUSES } from '@titular/contract/transaction-stages';
import type { ApiAnswer, PageApi } from '../service/api.ts';
import type { Channel } from './channel.ts';

/** How it ended where the view's status is still that of before; undefined for the stages at which nothing has ended. */
const END_OF_STAGE: Readonly<Record<SessionView['stage'], SessionView['status'] | undefined>> = {
  consent: undefined,
  camera: undefined,
  processing: undefined,
  approved: 'approved',
  not_approved: 'inconclusive',
  ended: 'expired',
};

/** The status with which the transaction has ended; undefined while it is open. */
export function findEnd({
  stage,
  status,
}: Pick<SessionView, 'stage' | 'status'>): SessionView['status'] | undefined {
  return OPEN_STATUSES.includes(status) ? END_OF_STAGE[stage] : status;
}

type Call = (...given: unknown[]) => Promise<ApiAnswer<unknown>>;

const isView = (value: unknown): value is SessionView =>
  typeof value === 'object' && value !== null && 'stage' in value && 'transactionId' in value;

/** The same wire, of whose answers the SDK is told: the session's end, and once the transaction's; then `onFinished` runs. */
export function reportEnd(
  api: PageApi,
  channel: Channel,
  onFinished: (status: SessionView['status']) => void,
): PageApi {
  let isOver = false;
  const note = (answer: ApiAnswer<unknown>): void => {
    if (answer.kind === 'refused' && answer.status === 403)
      channel.tell({ type: 'error', code: 'session_ended' });
    if (answer.kind !== 'ok') return;
    const { value: view } = answer;
    const status = isView(view) ? findEnd(view) : undefined;
    if (isOver || !isView(view) || status === undefined) return;
    isOver = true;
    channel.tell({ type: 'finished', transactionId: view.transactionId, status });
    onFinished(status);
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
