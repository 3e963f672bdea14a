import { type IconName, icon } from './appearance/icons.ts';

/** Something that can stand inside an element. */
export type Child = Node | string | undefined;

/** Creates an element with attributes and children; text goes in as text, never as markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}

/** The actions a person can take; `data-action` on the button carries the name. */
export type ActionName =
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'another-identity'
  | 'state-identity'
  | 'back'
  | 'start-camera'
  | 'stop-camera'
  | 'other-camera'
  | 'make-link'
  | 'copy-link'
  | 'try-again'
  | 'continue'
  | 'unknown-purchase'
  | 'holder-absent'
  | 'cardholder'
  | 'phone'
  | 'confirm'
  | 'end-request'
  | 'show-code'
  | 'more-time'
  | 'sound'
  | 'share-link'
  | 'new-link'
  | 'stay-here'
  | 'stay-on-page'
  | 'renew'
  | 'stay'
  | 'leave'
  | 'retry'
  | 'request-link'
  | 'erase-data'
  | 'close-page';

interface ButtonOptions {
  action: ActionName;
  label: string;
  kind?: 'primary' | 'quiet' | 'choice' | 'danger';
  /** Runs at most once for each time the screen is shown: a double click counts as one; what leaves the screen as it is may be repeated. */
  onPress: () => void;
}

const repeatable: ReadonlySet<ActionName> = new Set([
  'continue',
  'share-link',
  'copy-link',
  'more-time',
  'sound',
  'end-request',
  'close-page',
]);

/** Creates a button that turns itself and the others of its screen off once pressed and shows that something is under way. */
export function actionButton({ action, label, kind = 'primary', onPress }: ButtonOptions): HTMLButtonElement {
  const button = el(
    'button',
    { type: 'button', class: `button button-${kind}`, 'data-action': action },
    label,
  );
  button.addEventListener('click', ({ detail }) => {
    if (repeatable.has(action)) return onPress();
    // The second half of a double click was meant for what stood here before: it agrees to nothing.
    if (detail > 1) return;
    if (button.getAttribute('aria-busy') === 'true') return;
    const screen = button.closest('[data-screen]') ?? button.parentElement;
    for (const other of screen?.querySelectorAll('button') ?? []) other.disabled = true;
    button.setAttribute('aria-busy', 'true');
    onPress();
  });
  return button;
}

/** Turns the buttons of a screen on again, once what was pressed is done and the screen stays. */
export function releaseButtons(part: Element): void {
  for (const button of part.closest('[data-screen]')?.querySelectorAll('button') ?? [])
    button.disabled = false;
}

/** Creates a screen's heading, which takes the focus when the screen is shown. */
export function heading(text: string, className = 'title'): HTMLHeadingElement {
  return el('h1', { class: className, tabindex: '-1' }, text);
}

/** Names of the screens as `data-screen` carries them. */
export type ScreenName =
  | 'loading'
  | 'consent'
  | 'identity'
  | 'camera'
  | 'camera-problem'
  | 'attempt-failed'
  | 'waiting'
  | 'approved'
  | 'not-approved'
  | 'declined'
  | 'objection'
  | 'hand-over'
  | 'ended'
  | 'link-invalid'
  | 'link-used'
  | 'link-expired'
  | 'link-replaced'
  | 'erase-data'
  | 'erased'
  | 'withdrawn'
  | 'time-up'
  | 'no-cookies'
  | 'error';

interface MessageScreen {
  name: ScreenName;
  /** The picture's tone and shape. */
  icon: IconName;
  tone: 'calm' | 'good' | 'notice';
  title: string;
  paragraphs: Child[];
  actions?: HTMLElement[];
}

/** Makes the actions of a screen, which stay at the window's edge where the screen is longer than the window. */
export const actionsOf = (...children: Child[]): HTMLElement =>
  el('div', { class: 'actions actions-sticky' }, ...children);

/** Creates a screen of one picture, one message and its actions; a text that has not been fetched is left out. */
export function messageScreen(screen: MessageScreen): HTMLElement {
  const paragraphs = screen.paragraphs
    .filter((content) => content !== '')
    .map((content) => (typeof content === 'string' ? el('p', { class: 'text' }, content) : content));
  return el(
    'section',
    { class: 'screen screen-message', 'data-screen': screen.name },
    el('div', { class: `badge badge-${screen.tone}` }, icon(screen.icon)),
    heading(screen.title),
    ...paragraphs,
    screen.actions === undefined ? undefined : actionsOf(...screen.actions),
  );
}
