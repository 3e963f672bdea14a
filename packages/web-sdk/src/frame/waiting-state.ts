import { setStyle } from './set-style.ts';

const TURN_MS = 900;

function createSpinner(): HTMLElement {
  const spinner = document.createElement('div');
  setStyle(spinner, { width: '40px', height: '40px', boxSizing: 'border-box', borderRadius: '50%' });
  setStyle(spinner, { border: '4px solid currentColor', borderTopColor: 'transparent', opacity: '0.6' });
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isCalm && typeof spinner.animate === 'function')
    spinner.animate([{ transform: 'rotate(0)' }, { transform: 'rotate(360deg)' }], {
      duration: TURN_MS,
      iterations: Number.POSITIVE_INFINITY,
    });
  return spinner;
}

/** What is seen while the token is exchanged and the page loads. */
export function createWaitingState(text: string): HTMLElement {
  const words = document.createElement('p');
  words.textContent = text;
  setStyle(words, { margin: '16px 0 0', font: '16px system-ui, sans-serif' });
  const waiting = document.createElement('div');
  waiting.setAttribute('role', 'status');
  setStyle(waiting, { position: 'absolute', top: '0', left: '0', width: '100%', height: '100%' });
  setStyle(waiting, {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
  });
  waiting.append(createSpinner(), words);
  return waiting;
}
