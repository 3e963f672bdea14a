import type { App } from '../app.ts';
import { icon } from '../appearance/icons.ts';
import { actionButton, el } from '../dom.ts';

/** The way out of the frame: a button in the page's header, Escape, and at the end a button in plain sight. */
export interface LeaveControl {
  /** The person wants to leave: asks back, unless nothing would be lost. */
  leave(): void;
  /** From now on nothing would be lost, so that leaving needs no question. */
  leaveAtOnce(): void;
  /** The same, with a button below the screen for who has read it. */
  offerClose(): void;
  /** Names the button anew after the language was changed. */
  relabel(): void;
}

function createQuestion({ t }: App, onLeave: () => void): HTMLDialogElement {
  const dialog = el('dialog', { class: 'question', 'aria-labelledby': 'leave-title' });
  // The event of closing comes a task later, and until then the button for leaving would find a question that is no longer seen.
  const stay = () => {
    dialog.close();
    dialog.remove();
  };
  dialog.append(
    el('h2', { class: 'title', id: 'leave-title' }, t('leaveTitle')),
    el('p', { class: 'text' }, t('leaveText')),
    actionButton({ action: 'stay', label: t('leaveStay'), onPress: stay }),
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
  const closing = actionButton({ action: 'leave', label: app.t('leaveClose'), onPress: onLeave });
  const relabel = () => {
    button.setAttribute('aria-label', app.t('leave'));
    closing.textContent = app.t('leaveClose');
  };
  relabel();
  button.addEventListener('click', leave);
  const header = root.querySelector('.header');
  header?.classList.add('header-framed');
  header?.append(button);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || root.querySelector('dialog[open]')) return;
    event.preventDefault();
    leave();
  });
  const leaveAtOnce = () => {
    asks = false;
  };
  return {
    relabel,
    leave,
    leaveAtOnce,
    offerClose: () => {
      leaveAtOnce();
      root.querySelector('.main')?.after(el('footer', { class: 'leave-end' }, closing));
    },
  };
}
