import type { SessionView } from '@titular/contract/page';
import type { PageChoice } from '@titular/contract/page-links';
import { type IconName, icon } from '../../appearance/icons.ts';
import { isTouched } from '../../browser.ts';
import { type ActionName, actionButton, el } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';

/** What can be chosen besides the selfie, and what hears of it. */
export interface Choices {
  view: Pick<SessionView, 'choices' | 'companyName'>;
  onChoose: (choice: PageChoice) => void;
}

interface Offer {
  action: ActionName;
  icon: IconName;
  label: MessageKey;
  help: MessageKey;
}

const offers: Readonly<Record<PageChoice, Offer>> = {
  unknown_purchase: {
    action: 'unknown-purchase',
    icon: 'info',
    label: 'choiceUnknown',
    help: 'choiceUnknownHelp',
  },
  holder_absent: { action: 'holder-absent', icon: 'clock', label: 'choiceAbsent', help: 'choiceAbsentHelp' },
  cardholder: {
    action: 'cardholder',
    icon: 'send',
    label: 'choiceCardholder',
    help: 'choiceCardholderHelp',
  },
  phone: { action: 'phone', icon: 'phone', label: 'choicePhone', help: 'choicePhoneHelp' },
};

/** What the phone is called where the person holds one already. */
export const phoneLabel = (t: Translate): string => t(isTouched() ? 'choiceDevice' : 'choicePhone');

/** The choices as buttons, each with what it leads to; undefined where there is none. */
export function choiceList(t: Translate, { view, onChoose }: Choices): HTMLElement | undefined {
  if (view.choices.length === 0) return undefined;
  const items = view.choices.map((choice) => {
    const { action, icon: drawing, label, help } = offers[choice];
    const name = choice === 'phone' ? phoneLabel(t) : t(label);
    const button = actionButton({ action, label: name, kind: 'choice', onPress: () => onChoose(choice) });
    const words = el(
      'span',
      { class: 'choice-words' },
      el('span', { class: 'choice-name' }, name),
      ' ',
      el('span', { class: 'choice-help' }, t(help, { company: view.companyName })),
    );
    button.replaceChildren(icon(drawing), words);
    return el('li', { class: 'choice-item' }, button);
  });
  return el('ul', { class: 'choice-list' }, ...items);
}

/** Makes the quiet offer of the choices; it stays open or closed when the screen is drawn again. */
export function createChoicesDisclosure(choices: Choices): (t: Translate) => HTMLElement | undefined {
  let isOpen = false;
  return (t) => {
    const list = choiceList(t, choices);
    if (!list) return undefined;
    const summary = el('summary', { class: 'ways-summary' }, t('choicesSummary'), icon('chevronDown'));
    const details = el('details', { class: 'ways', 'data-part': 'choices' }, summary, list);
    details.open = isOpen;
    details.addEventListener('toggle', () => {
      // Opened at the edge of the window, the list would lie behind the bar of actions.
      if (details.open && !isOpen) list.scrollIntoView({ block: 'nearest' });
      isOpen = details.open;
    });
    return details;
  };
}
