import type { SessionView } from '@titular/contract/page';
import type { Screen } from '../app.ts';
import { actionButton, el, heading } from '../dom.ts';
import type { Translate } from '../i18n/messages.ts';
import { actionBar } from './parts/action-bar.ts';
import { companyIntroduction } from './parts/branding.ts';
import { type Choices, createChoicesDisclosure } from './parts/choice-list.ts';
import { createFoldedPoints, type FoldedPoint } from './parts/folded-points.ts';
import { createLegalNotice } from './parts/legal-notice.ts';
import { createRequestDetails, purposeWords } from './parts/request-details.ts';

interface ConsentOptions {
  view: SessionView;
  onAccept: () => void;
  onDecline: () => void;
  onAnotherIdentity: () => void;
  onChoose: Choices['onChoose'];
  /** The phone's place beside the consent; undefined where it is not suggested. */
  phone: ((t: Translate) => HTMLElement) | undefined;
}

const points: readonly FoldedPoint[] = [
  { icon: 'camera', short: 'pointCapture', message: 'consentCapture' },
  { icon: 'target', short: 'pointPurpose', message: 'consentPurpose' },
  { icon: 'lock', short: 'pointStorage', message: 'consentStorage' },
  { icon: 'send', short: 'pointShare', message: 'consentShare' },
];
/** Stands among them where a cookie is to identify the browser. */
const devicePoint: FoldedPoint = { icon: 'info', short: 'pointDevice', message: 'consentDevice' };

const anotherIdentity = (t: Translate, onPress: () => void): HTMLElement =>
  el(
    'div',
    { class: 'aside' },
    actionButton({ action: 'another-identity', label: t('anotherIdentity'), kind: 'quiet', onPress }),
  );

/** What is consented to stands in the bar itself, so that nobody can press without having it in view. */
const consentBar = (t: Translate, { view, onAccept, onDecline }: ConsentOptions): HTMLElement =>
  actionBar(
    el(
      'p',
      { class: 'legal' },
      t(view.dataNotice.deviceDays === null ? 'consentLegal' : 'consentLegalDevice'),
    ),
    el(
      'div',
      { class: 'action-row' },
      actionButton({ action: 'accept', label: t('accept'), onPress: onAccept }),
      actionButton({ action: 'decline', label: t('decline'), kind: 'quiet', onPress: onDecline }),
    ),
  );

/** Says who asks, for what, and what happens with the picture; nothing is captured before the person accepts (R94). */
export function consentScreen(options: ConsentOptions): Screen {
  const { view, onAnotherIdentity, phone } = options;
  const company = view.companyName;
  const disclosure = createChoicesDisclosure(options);
  const details = createRequestDetails(view);
  const { deviceDays } = view.dataNotice;
  const folded = createFoldedPoints(deviceDays === null ? points : [...points, devicePoint]);
  const legal = createLegalNotice(view);
  return (t) => {
    const title =
      view.firstName === '' ? t('consentTitleNameless') : t('consentTitle', { firstName: view.firstName });
    const lead = view.purpose === null ? 'consentLead' : purposeWords[view.purpose].lead;
    const who = el(
      'div',
      { class: 'consent-who' },
      heading(title),
      el('p', { class: 'lead' }, t(lead, { company })),
      companyIntroduction(view),
      details(t),
    );
    const what = el(
      'div',
      { class: 'consent-what' },
      el('h2', { class: 'subtitle' }, t('consentHow')),
      folded(t, { company, device: t('days', { count: deviceDays ?? 0 }) }),
      legal(t),
    );
    const others = el(
      'div',
      { class: 'consent-others' },
      view.mayStateIdentity ? anotherIdentity(t, onAnotherIdentity) : undefined,
      disclosure(t),
    );
    const element = el(
      'section',
      { class: 'screen screen-consent', 'data-screen': 'consent' },
      el('div', { class: 'consent-body' }, who, what, others),
      phone?.(t),
      consentBar(t, options),
    );
    if (phone) element.setAttribute('data-wide', '');
    return element;
  };
}
