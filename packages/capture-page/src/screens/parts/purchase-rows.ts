import type { SessionView } from '@titular/contract/page';
import { el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';
import { formatAmount, formatDay } from '../../moments.ts';

/** A label with what stands beside it; null is left out. A placed row is seen where the window is high enough, or only where it is not. */
export type DetailRow = [label: string, value: string | null, className: string, place?: 'roomy' | 'tight'];

/** By what a person recognises the purchase: amount, day and where it was made. */
export function purchaseRows(t: Translate, { purchase }: Pick<SessionView, 'purchase'>): DetailRow[] {
  if (purchase === null) return [];
  const { amount, currency, at, domain } = purchase;
  const shown = amount === null || currency === null ? null : formatAmount(amount, currency);
  return [
    [t('detailAmount'), shown, 'detail-value detail-amount'],
    [t('detailDate'), formatDay(at), 'detail-value'],
    [t('detailDomain'), domain, 'detail-value'],
  ];
}

/** Rows of a label and a value each. */
export const detailRows = (rows: readonly DetailRow[]): HTMLElement =>
  el(
    'dl',
    { class: 'details' },
    ...rows.flatMap(([label, value, className, place]) =>
      value === null
        ? []
        : [
            el(
              'div',
              { class: place === undefined ? 'detail' : `detail detail-${place}` },
              el('dt', {}, label),
              el('dd', { class: className, dir: 'auto' }, value),
            ),
          ],
    ),
  );
