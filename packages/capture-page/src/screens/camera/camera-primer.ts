import type { ChallengeMovement } from '@titular/contract/page';
import type { Screen } from '../../app.ts';
import { type IconName, icon, svg } from '../../appearance/icons.ts';
import { actionButton, el, heading } from '../../dom.ts';
import type { Ways } from '../../flow/ways.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';
import { actionBar } from '../parts/action-bar.ts';
import { type Choices, createChoicesDisclosure } from '../parts/choice-list.ts';
import { createWaysDisclosure } from '../parts/ways-disclosure.ts';
import { withdrawLink } from '../parts/withdraw-link.ts';
import { type Retry, retryNote } from './retry-note.ts';

interface PrimerOptions {
  attemptsLeft: number;
  /** Undefined when no attempt has failed. */
  retry: Retry | undefined;
  /** Changed in place by what the person chooses. */
  ways: Ways;
  /** The ways that the service offers; undefined where it does not say. */
  movements: readonly ChallengeMovement[] | undefined;
  choices: Choices;
  onStart: () => void;
  onWithdraw: () => void;
}

type Motion = { icon: IconName; message: MessageKey };

const turn: Motion = { icon: 'turn', message: 'motionTurn' };
const nod: Motion = { icon: 'nod', message: 'motionNod' };
const mouth: Motion = { icon: 'mouth', message: 'motionMouth' };

/** What each way asks for; where more than one is named the service draws which, and in what order. */
const movements: Readonly<Record<ChallengeMovement, { text: MessageKey; motions: readonly Motion[] }>> = {
  turn: { text: 'primerText', motions: [turn, nod, mouth] },
  without_turns: { text: 'primerText', motions: [nod, mouth] },
  without_nods: { text: 'primerText', motions: [turn, mouth] },
  without_mouth: { text: 'primerText', motions: [turn, nod] },
  distance: {
    text: 'primerTextDistance',
    motions: [{ icon: 'distance', message: 'motionDistance' }, mouth],
  },
};

const tips: readonly { icon: IconName; message: MessageKey }[] = [
  { icon: 'light', message: 'tipLight' },
  { icon: 'glasses', message: 'tipFace' },
  { icon: 'phone', message: 'tipHeight' },
];

function picture(): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 200 150', class: 'primer-picture', 'aria-hidden': 'true' },
    svg('ellipse', { class: 'picture-halo', cx: '100', cy: '75', rx: '56', ry: '70' }),
    svg('path', {
      class: 'picture-body',
      d: 'M58 132c4-20 20-29 42-29s38 9 42 29c-12 9-26 13-42 13s-30-4-42-13z',
    }),
    svg('path', { class: 'picture-neck', d: 'M88 86h24v18c0 8-24 8-24 0z' }),
    svg('path', {
      class: 'picture-face',
      d: 'M75 58c0-18 10-28 25-28s25 10 25 28c0 21-12 38-25 38S75 79 75 58z',
    }),
    svg('path', {
      class: 'picture-hair',
      d: 'M74 60c-4-24 8-38 27-38s29 14 25 38c-3-10-6-15-11-18-10 4-24 4-31 0-5 4-8 9-10 18z',
    }),
    svg('path', { class: 'picture-line', d: 'M91 62v3M109 62v3M94 80c4 3 8 3 12 0' }),
    svg('ellipse', { class: 'picture-ring', cx: '100', cy: '75', rx: '56', ry: '70' }),
  );
}

/** What will be asked for, in words and drawings. */
function describeMovement(t: Translate, movement: ChallengeMovement): HTMLElement[] {
  const { text, motions } = movements[movement];
  return [
    el('p', { class: 'text' }, t(text)),
    el(
      'ul',
      { class: 'motions' },
      ...motions.map(({ icon: name, message }) => el('li', { class: 'motion' }, icon(name), t(message))),
    ),
    el('p', { class: 'text' }, t('primerOrder')),
  ];
}

/** How many attempts are left, in words. */
export function attemptsText(t: Translate, attemptsLeft: number): string {
  return t('attemptsLeft', { count: attemptsLeft });
}

/** Prepares the person for the camera and the browser's question, before it is asked, and offers another way to who needs it. */
export function cameraPrimerScreen(options: PrimerOptions): Screen {
  const { attemptsLeft, retry, ways, movements: offered, choices, onStart, onWithdraw } = options;
  const alternatives = createChoicesDisclosure(choices);
  const disclosure = createWaysDisclosure(ways, offered);
  return (t) => {
    const asked = el('div', { 'aria-live': 'polite' });
    const follow = () => asked.replaceChildren(...describeMovement(t, ways.movement));
    follow();
    return el(
      'section',
      { class: 'screen screen-primer', 'data-screen': 'camera', 'data-phase': 'primer' },
      picture(),
      heading(t('primerTitle')),
      el(
        'ul',
        { class: 'tips' },
        ...tips.map((tip) => el('li', { class: 'tip' }, icon(tip.icon), el('span', {}, t(tip.message)))),
      ),
      asked,
      disclosure(t, follow),
      attemptsLeft === 1 ? el('p', { class: 'note' }, attemptsText(t, attemptsLeft)) : undefined,
      retry && retryNote(t, retry),
      alternatives(t),
      withdrawLink(t, onWithdraw),
      actionBar(
        el('p', { class: 'note' }, t('primerPermission')),
        actionButton({ action: 'start-camera', label: t('startCamera'), onPress: onStart }),
      ),
    );
  };
}
