import type { EndpointView } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { absoluteTime } from '../../ui/time-words.ts';

const OFF_WORDS = {
  asked: 'endpointOffAsked',
  gone: 'endpointOffGone',
  failing: 'endpointOffFailing',
} as const;

/** Whether an endpoint is on, what waits for it, and how much of what was sent arrived. */
export function EndpointHealth({ endpoint }: { endpoint: EndpointView }) {
  const t = useTexts();
  const tag = useTag();
  const { enabled, disabledReason, disabledAt, failingSince, waiting, more, delivered, failed } = endpoint;
  const finished = delivered + failed;
  const rate = new Intl.NumberFormat(tag, { style: 'percent' }).format(delivered / finished);
  return (
    <span>
      <Badge tone={enabled ? 'good' : 'danger'}>
        {t(enabled ? 'endpointOn' : OFF_WORDS[disabledReason ?? 'asked'])}
      </Badge>
      {disabledAt !== undefined && (
        <span className="hint"> {t('endpointOffSince', { time: absoluteTime(disabledAt, tag) })}</span>
      )}
      {enabled && failingSince !== undefined && (
        <p className="hint">{t('endpointFailingSince', { time: absoluteTime(failingSince, tag) })}</p>
      )}
      <p className="hint">{t(more ? 'endpointMoreWaiting' : 'endpointWaiting', { count: waiting })}</p>
      <p className="hint">
        {finished === 0 ? t('endpointUntried') : t('endpointRate', { rate, count: finished })}
      </p>
    </span>
  );
}
