import type { Screen } from '../../app.ts';
import {
  allowSteps,
  type BrowserFamily,
  type CameraProblem,
  leaveAppSteps,
} from '../../camera/camera-problem.ts';
import { actionButton, type Child, el, messageScreen } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';
import { phoneLabel } from '../parts/choice-list.ts';
import { permissionPicture } from './permission-picture.ts';

interface ProblemOptions {
  problem: CameraProblem;
  family: BrowserFamily;
  onTryAgain: () => void;
  /** Ways on besides trying again, above the buttons. */
  ways?: readonly ((t: Translate) => HTMLElement)[];
  /** Takes the request to the phone; undefined where it cannot be, or where a way of its own leads there. */
  onPhone?: (() => void) | undefined;
}

const words: Readonly<Record<CameraProblem, { title: MessageKey; text: MessageKey }>> = {
  denied: { title: 'deniedTitle', text: 'deniedText' },
  blocked: { title: 'blockedTitle', text: 'blockedText' },
  missing: { title: 'missingTitle', text: 'missingText' },
  busy: { title: 'busyTitle', text: 'busyText' },
  unplugged: { title: 'unpluggedTitle', text: 'unpluggedText' },
  insecure: { title: 'insecureTitle', text: 'insecureText' },
  unsupported: { title: 'unsupportedTitle', text: 'unsupportedText' },
  black: { title: 'blackTitle', text: 'blackText' },
  infrared: { title: 'infraredTitle', text: 'infraredText' },
  in_app: { title: 'inAppTitle', text: 'inAppText' },
};

/** Problems that this device will hardly get rid of: there the phone is the way on. */
const lasting: ReadonlySet<CameraProblem> = new Set(['missing', 'unsupported', 'insecure', 'infrared']);

const isApple = (family: BrowserFamily): boolean => family === 'ios' || family === 'ios-other';

function stepsOf(problem: CameraProblem, family: BrowserFamily, hasLink: boolean): readonly MessageKey[] {
  if (problem === 'denied') return allowSteps[family];
  // Without a link to take along, the address of this page would open nothing elsewhere.
  if (problem !== 'in_app') return [];
  return hasLink ? leaveAppSteps[isApple(family) ? 'ios' : 'android'] : ['inAppNoLink'];
}

function steps(t: Translate, keys: readonly MessageKey[]): Child {
  if (keys.length === 0) return undefined;
  return el('ol', { class: 'steps' }, ...keys.map((step) => el('li', { class: 'step' }, t(step))));
}

/** Says why the camera shows nothing and what to do; `data-problem` names the cause. */
export function cameraProblemScreen(options: ProblemOptions): Screen {
  const { problem, family, onTryAgain, onPhone, ways = [] } = options;
  const isLasting = onPhone !== undefined && lasting.has(problem);
  return (t) => {
    const keys = stepsOf(problem, family, ways.length > 0);
    const again = actionButton({
      action: 'try-again',
      label: t('tryAgain'),
      kind: isLasting || ways.length > 0 ? 'quiet' : 'primary',
      onPress: onTryAgain,
    });
    const phone =
      onPhone &&
      actionButton({
        action: 'phone',
        label: phoneLabel(t),
        kind: isLasting ? 'primary' : 'quiet',
        onPress: onPhone,
      });
    const element = messageScreen({
      name: 'camera-problem',
      icon: 'cameraOff',
      tone: 'notice',
      title: t(words[problem].title),
      paragraphs: [
        t(words[problem].text),
        problem === 'denied' ? permissionPicture(t, family) : undefined,
        steps(t, keys),
        ...ways.map((way) => way(t)),
      ],
      actions: phone === undefined ? [again] : isLasting ? [phone, again] : [again, phone],
    });
    element.setAttribute('data-problem', problem);
    return element;
  };
}
