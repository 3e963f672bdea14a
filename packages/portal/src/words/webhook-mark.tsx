import type { WebhookState } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { webhookViews } from './status-view.ts';

/** What became of webhooks, taken together, as an icon with its words. */
export function WebhookMark({ state }: { state: WebhookState }) {
  const t = useTexts();
  if (state === 'none') return <span className="visually-hidden">{t('webhooks_none')}</span>;
  const { icon: Picture, tone } = webhookViews[state];
  return (
    <span className={`webhook-mark mark-${tone}`} title={t(`webhooks_${state}`)}>
      <Picture className="icon" aria-hidden />
      <span className="visually-hidden">{t(`webhooks_${state}`)}</span>
    </span>
  );
}
