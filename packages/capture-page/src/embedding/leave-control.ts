import type { App } from '../app.ts';
import { actionButton, el } from '../dom.ts';
import { icon } from '../icons.ts';

/** The way out of the frame: a button in the page's header, and Escape. */
export interface LeaveControl {
  /** From now on nothing would be lost, so that leaving needs no question. */
  leaveAtOnce(): void;
  /** Names the button anew after the language was changed. */
  relabel(): void;
}

function createQuestion({ t }: App, onLeave: () => void): HTMLDialogElement {
  const dialog = el('dialog', { class: 'question', 'aria-labelledby': 'leave-title' });
  dialog.append(
    el('h2', { class: 'title', id: 'leave-title' }, t('leaveTitle')),
    el('p', { class: 'text' }, t('leaveText')),
    actionButton({ action: 'stay', label: t('leaveStay'), onPress: () => dialog.close() }),
    actionButton({ action: 'leave', label: t('leaveConfirm'), kind: 'quiet', onPress: onLeave }),
  );
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

/** Adds the way out to the page; a browser without dialogs is not asked back. */
export function addLeaveControl(root: HTMLElement, app: App, onLeave: () => void): LeaveControl {
  let asks = true;
  const leave = (): void => {
    if (root.querySelector('dialog.question')) return;
    const question = createQuestion(app, onLeave);
    if (asks && typeof question.showModal === 'function') {
      root.append(question);
      question.showModal();
    } else {
      onLeave();
    }
  };
  const button = el(
    'button',
    { class: 'leave', type: 'button', 'data-action': 'close-frame' },
    icon('close'),
  );
  const relabel = () => button.setAttribute('aria-label', app.t('leave'));
  relabel();
  button.addEventListener('click', leave);
  root.querySelector('.header')?.append(button);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || root.querySelector('dialog[open]')) return;
    event.preventDefault();
    leave();
  });
  return {
    relabel,
    leaveAtOnce: () => {
      asks = false;
    },
  };
}
