import './words.css';
import type { WebhookState } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { type View, webhookViews } from './status-view.ts';

/** A code as icon and word in its tone; never by colour alone. */
export const CodedBadge = ({
  view: { icon: Picture, tone },
  children,
}: {
  view: View;
  children: ReactNode;
}) => (
  <span className={`badge badge-${tone}`}>
    <Picture className="icon badge-icon" aria-hidden />
    {children}
  </span>
);

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
