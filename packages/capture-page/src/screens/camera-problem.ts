import type { Screen } from '../app.ts';
import { allowSteps, type BrowserFamily, type CameraProblem } from '../camera/camera-problem.ts';
import { actionButton, type Child, el, messageScreen } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';

interface ProblemOptions {
  problem: CameraProblem;
  family: BrowserFamily;
  onTryAgain: () => void;
  /** Undefined where the request cannot be taken to a phone. */
  onPhone: (() => void) | undefined;
}

const words: Readonly<Record<CameraProblem, { title: MessageKey; text: MessageKey }>> = {
  denied: { title: 'deniedTitle', text: 'deniedText' },
  missing: { title: 'missingTitle', text: 'missingText' },
  busy: { title: 'busyTitle', text: 'busyText' },
  unplugged: { title: 'unpluggedTitle', text: 'unpluggedText' },
  insecure: { title: 'insecureTitle', text: 'insecureText' },
  unsupported: { title: 'unsupportedTitle', text: 'unsupportedText' },
  black: { title: 'blackTitle', text: 'blackText' },
};

/** Problems that this device will hardly get rid of: there the phone is the way on. */
const lasting: ReadonlySet<CameraProblem> = new Set(['missing', 'unsupported', 'insecure']);

function steps(t: Translate, family: BrowserFamily): HTMLElement {
  return el(
    'ol',
    { class: 'steps' },
    ...allowSteps[family].map((step) => el('li', { class: 'step' }, t(step))),
  );
}

/** Says why the camera shows nothing and what to do; `data-problem` names the cause. */
export function cameraProblemScreen({ problem, family, onTryAgain, onPhone }: ProblemOptions): Screen {
  const isLasting = onPhone !== undefined && lasting.has(problem);
  return (t) => {
    const paragraphs: Child[] = [t(words[problem].text)];
    if (problem === 'denied') paragraphs.push(steps(t, family));
    const again = actionButton({
      action: 'try-again',
      label: t('tryAgain'),
      kind: isLasting ? 'quiet' : 'primary',
      onPress: onTryAgain,
    });
    const phone =
      onPhone &&
      actionButton({
        action: 'phone',
        label: t('choicePhone'),
        kind: isLasting ? 'primary' : 'quiet',
        onPress: onPhone,
      });
    const element = messageScreen({
      name: 'camera-problem',
      icon: 'cameraOff',
      tone: 'notice',
      title: t(words[problem].title),
      paragraphs,
      actions: phone === undefined ? [again] : isLasting ? [phone, again] : [again, phone],
    });
    element.setAttribute('data-problem', problem);
    return element;
  };
}
