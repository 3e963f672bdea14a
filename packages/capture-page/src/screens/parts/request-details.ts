import type { CardKind } from '@titular/contract/card-kinds';
import type { SessionView } from '@titular/contract/page';
import type { ProcessPurpose } from '@titular/contract/processes';
import { icon } from '../../appearance/icons.ts';
import { el } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';
import { type DetailRow, detailRows, purchaseRows } from './purchase-rows.ts';

/** Looks of a value that is a number, which is never broken over lines. */
const NUMBER = 'detail-value detail-card';

/** How each purpose of a process is told: in a sentence, and in the list below it. */
export const purposeWords: Readonly<Record<ProcessPurpose, { lead: MessageKey; name: MessageKey }>> = {
  biometryonboarding: { lead: 'leadOnboarding', name: 'purposeOnboarding' },
  creditprocess: { lead: 'leadCredit', name: 'purposeCredit' },
  carpurchase: { lead: 'leadCar', name: 'purposeCar' },
  identityverification: { lead: 'leadIdentity', name: 'purposeIdentity' },
};

const kindWords: Readonly<Record<CardKind, MessageKey>> = {
  credit: 'cardCredit',
  debit: 'cardDebit',
  prepaid: 'cardPrepaid',
};

/** Brand and kind of the card in words; null where the brand, which stands for the card above, is not known. */
const cardWords = (t: Translate, { cardBrand, cardKind }: SessionView): string | null =>
  cardBrand === null ? null : [cardBrand, ...(cardKind === null ? [] : [t(kindWords[cardKind])])].join(' · ');

function rowsOf(t: Translate, view: SessionView): { first: DetailRow[]; more: DetailRow[] } {
  const company: DetailRow = [t('detailCompany'), view.companyName, 'detail-value'];
  const identity: DetailRow = [view.identityKey.toUpperCase(), view.maskedIdentity, NUMBER];
  if (view.subject === 'process') {
    const purpose = view.purpose && t(purposeWords[view.purpose].name);
    return { first: [[t('detailPurpose'), purpose, 'detail-value'], identity], more: [company] };
  }
  const [amount, ...where] = purchaseRows(t, view);
  const placed = (place: 'roomy' | 'tight'): DetailRow[] =>
    where.map(([label, value, className]) => [label, value, className, place]);
  return {
    first: [
      ...(amount ? [amount] : []),
      [t('detailOrder'), view.orderNumber, 'detail-value'],
      [view.cardBrand ?? t('detailCard'), view.maskedCard, NUMBER],
      ...placed('roomy'),
    ],
    more: [company, ...placed('tight'), [t('detailCard'), cardWords(t, view), 'detail-value'], identity],
  };
}

/** Makes what is asked about: the rows that fit the window, and the rest folded behind them. */
export function createRequestDetails(view: SessionView): (t: Translate) => HTMLElement {
  let isOpen = false;
  return (t) => {
    const { first, more } = rowsOf(t, view);
    const summary = el(
      'summary',
      { class: 'point-summary detail-more' },
      el('span', { class: 'point-line' }, t('moreDetails')),
      icon('chevronDown'),
    );
    const fold = el('details', { class: 'fold', 'data-part': 'details' }, summary, detailRows(more));
    fold.open = isOpen;
    fold.addEventListener('toggle', () => {
      isOpen = fold.open;
    });
    return el('div', { class: 'request' }, detailRows(first), fold);
  };
}
