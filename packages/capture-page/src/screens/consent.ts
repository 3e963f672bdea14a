import type { SessionView } from '@titular/contract/page';
import type { ProcessPurpose } from '@titular/contract/processes';
import type { Screen } from '../app.ts';
import { type IconName, icon } from '../appearance/icons.ts';
import { actionButton, el, heading } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { companyIntroduction, companyLogo } from './parts/branding.ts';
import { type Choices, createChoicesDisclosure } from './parts/choice-list.ts';

interface ConsentOptions {
  view: SessionView;
  onAccept: () => void;
  onDecline: () => void;
  onAnotherIdentity: () => void;
  onChoose: Choices['onChoose'];
}

const points: readonly { icon: IconName; message: MessageKey }[] = [
  { icon: 'camera', message: 'consentCapture' },
  { icon: 'target', message: 'consentPurpose' },
  { icon: 'lock', message: 'consentStorage' },
  { icon: 'send', message: 'consentShare' },
];

/** How each purpose of a process is told: in a sentence, and in the list below it. */
export const purposeWords: Readonly<Record<ProcessPurpose, { lead: MessageKey; name: MessageKey }>> = {
  biometryonboarding: { lead: 'leadOnboarding', name: 'purposeOnboarding' },
  creditprocess: { lead: 'leadCredit', name: 'purposeCredit' },
  carpurchase: { lead: 'leadCar', name: 'purposeCar' },
  identityverification: { lead: 'leadIdentity', name: 'purposeIdentity' },
};

function detailList(t: Translate, view: SessionView): HTMLElement {
  const purpose = view.purpose && t(purposeWords[view.purpose].name);
  const rows: [MessageKey, string | null, string][] = [
    ['detailCompany', view.companyName, 'detail-value'],
    ['detailPurpose', purpose, 'detail-value'],
    ['detailOrder', view.orderNumber, 'detail-value'],
    ['detailCard', view.maskedCard, 'detail-value detail-card'],
    [
      'detailIdentity',
      `${view.identityKey.toUpperCase()} ${view.maskedIdentity}`,
      'detail-value detail-card',
    ],
  ];
  return el(
    'dl',
    { class: 'details' },
    ...rows.flatMap(([label, value, className]) =>
      value === null
        ? []
        : [
            el(
              'div',
              { class: 'detail' },
              el('dt', {}, t(label)),
              el('dd', { class: className, dir: 'auto' }, value),
            ),
          ],
    ),
  );
}

function pointList(t: Translate, company: string): HTMLElement {
  const items = points.map((point) =>
    el('li', { class: 'point' }, icon(point.icon), el('span', {}, t(point.message, { company }))),
  );
  return el('ul', { class: 'points' }, ...items);
}

const anotherIdentity = (t: Translate, onPress: () => void): HTMLElement =>
  el(
    'div',
    { class: 'aside' },
    actionButton({ action: 'another-identity', label: t('anotherIdentity'), kind: 'quiet', onPress }),
  );

/** Says who asks, for what, and what happens with the picture; nothing is captured before the person accepts (R94). */
export function consentScreen(options: ConsentOptions): Screen {
  const { view, onAccept, onDecline, onAnotherIdentity } = options;
  const company = view.companyName;
  const disclosure = createChoicesDisclosure(options);
  return (t) => {
    const title =
      view.firstName === '' ? t('consentTitleNameless') : t('consentTitle', { firstName: view.firstName });
    const lead = view.purpose === null ? 'consentLead' : purposeWords[view.purpose].lead;
    return el(
      'section',
      { class: 'screen screen-consent', 'data-screen': 'consent' },
      companyLogo(view),
      heading(title),
      el('p', { class: 'lead' }, t(lead, { company })),
      companyIntroduction(view),
      detailList(t, view),
      view.mayStateIdentity ? anotherIdentity(t, onAnotherIdentity) : undefined,
      disclosure(t),
      el('h2', { class: 'subtitle' }, t('consentHow')),
      pointList(t, company),
      el('p', { class: 'legal' }, t('consentLegal')),
      el(
        'div',
        { class: 'actions' },
        actionButton({ action: 'accept', label: t('accept'), onPress: onAccept }),
        actionButton({ action: 'decline', label: t('decline'), kind: 'quiet', onPress: onDecline }),
      ),
    );
  };
}
