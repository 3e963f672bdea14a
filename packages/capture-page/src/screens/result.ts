import type { SessionView } from '@titular/contract/page';
import type { LinkPurpose } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { eraseButton } from './parts/erase-button.ts';
import { failureTexts } from './parts/failure-texts.ts';

interface ResultOptions {
  result: 'approved' | 'not-approved';
  view: SessionView;
  company: string;
  /** How the page was reached; who came by a link that was passed on goes back to nobody's page. */
  opening: LinkPurpose;
  /** Undefined when there is nowhere to go. */
  onContinue: (() => void) | undefined;
  /** Whether the page leaves by itself, asked whenever it is drawn; undefined where it never does. */
  isLeaving: (() => boolean) | undefined;
  /** Keeps it from leaving; undefined when it does not, or does not any more. */
  onStay: (() => void) | undefined;
  /** The person wishes their data to be deleted; undefined where that is not theirs to say here. */
  onErase: (() => void) | undefined;
}

const closing: Readonly<Record<LinkPurpose, MessageKey>> = {
  merchant: 'closePage',
  sdk: 'closePage',
  phone: 'closeAndGoBack',
  cardholder: 'closeHelped',
};

function actions(t: Translate, { company, onContinue, onStay, onErase }: ResultOptions): HTMLElement[] {
  const label = t('continueTo', { company });
  return [
    onContinue && actionButton({ action: 'continue', label, onPress: onContinue }),
    onStay &&
      actionButton({ action: 'stay-on-page', label: t('stayOnPage'), kind: 'quiet', onPress: onStay }),
    onErase && eraseButton(t, onErase),
  ].filter((button) => button !== undefined);
}

/** The end of the journey: how it went, without reasons or scores, and the way back, which a person may put off (WCAG 2.1, 2.2.1). */
export function resultScreen(options: ResultOptions): Screen {
  const { result, view, company, opening, isLeaving } = options;
  const approved = result === 'approved';
  const next = (t: Translate): string => {
    if (isLeaving === undefined) return t(closing[opening]);
    return t(isLeaving() ? 'leaving' : 'staying', { company });
  };
  return (t) => {
    const buttons = actions(t, options);
    return messageScreen({
      name: result,
      icon: approved ? 'check' : 'info',
      tone: approved ? 'good' : 'notice',
      title: t(approved ? 'approvedTitle' : 'notApprovedTitle'),
      paragraphs: [
        ...(approved ? [t('approvedText', { company })] : failureTexts(t, view)),
        el('p', { class: 'note', 'data-part': 'leaving' }, next(t)),
      ],
      ...(buttons.length > 0 && { actions: buttons }),
    });
  };
}

/** Says on a result that stands that it stays, and leaves all else where it is; false when it is gone. */
export function sayStaying(t: Translate, company: string): boolean {
  const note = document.querySelector('[data-part="leaving"]');
  if (note) note.textContent = t('staying', { company });
  return note !== null;
}
