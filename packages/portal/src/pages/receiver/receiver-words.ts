import type { ReceiverEndpoint, SearchDeliveries } from '@titular/contract';
import type { Translate } from '../../i18n/texts.ts';
import { parseId } from '../../routes/search.ts';
import { absoluteTime } from '../../ui/time-words.ts';

/** How an endpoint does, in two sentences: what arrived, and what waits. */
export function healthSentence(endpoint: ReceiverEndpoint, t: Translate, tag: string): string {
  const { delivered, failed, failingSince, failures, waiting, more } = endpoint;
  const count = delivered + failed;
  const arrived =
    failingSince !== undefined
      ? t('receiverFailing', { time: absoluteTime(failingSince, tag), count: failures })
      : count === 0
        ? t('receiverUntried')
        : t('receiverRate', { delivered, count });
  return `${arrived} ${t(more ? 'receiverMoreWaiting' : 'receiverWaiting', { count: waiting })}`;
}

/** What somebody typed to narrow the list: an order number, and what has the form of an id may be that of a transaction or process as well. */
export function aboutFilter(typed: string): Pick<SearchDeliveries, 'transaction' | 'orderNumber'> {
  const text = typed.trim();
  if (text === '') return {};
  const transaction = parseId(text);
  return { orderNumber: text, ...(transaction === undefined ? {} : { transaction }) };
}
