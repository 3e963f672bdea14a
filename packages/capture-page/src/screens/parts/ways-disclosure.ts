import { CHALLENGE_MOVEMENTS, type ChallengeMovement } from '@titular/contract/page';
import { icon } from '../../appearance/icons.ts';
import { hasSignal, isSignalOn, type Signal, setSignal } from '../../camera/step-signals.ts';
import { el } from '../../dom.ts';
import type { Ways } from '../../flow/ways.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';

interface Offer {
  label: MessageKey;
  help?: MessageKey;
}

const movementOffers: Readonly<Record<ChallengeMovement, Offer>> = {
  turn: { label: 'wayAll' },
  without_turns: { label: 'wayWithoutTurns' },
  without_nods: { label: 'wayWithoutNods' },
  without_mouth: { label: 'wayWithoutMouth' },
  distance: { label: 'wayDistance', help: 'wayDistanceHelp' },
};

const unhurriedOffer: Offer = { label: 'wayUnhurried', help: 'wayUnhurriedHelp' };

const signalOffers: Readonly<Record<Signal, Offer>> = {
  sound: { label: 'signalSound' },
  vibration: { label: 'signalVibration' },
};

interface Field {
  name: string;
  type: 'radio' | 'checkbox';
  isChosen: boolean;
  offer: Offer;
  onChoose(chosen: boolean): void;
}

function createField(t: Translate, { name, type, isChosen, offer, onChoose }: Field): HTMLElement {
  const group = type === 'radio' ? { name: 'movement' } : {};
  const box = el('input', { type, class: 'way-box', id: `way-${name}`, ...group });
  box.checked = isChosen;
  box.addEventListener('change', () => onChoose(box.checked));
  const label = el('span', { class: 'way-name' }, t(offer.label));
  const help = offer.help && el('span', { class: 'way-help' }, t(offer.help));
  return el(
    'label',
    { class: 'way' },
    box,
    el('span', { class: 'way-words' }, label, ' ', help || undefined),
  );
}

/** The movements that a person can choose between, in the order of the contract; all where the server does not say. */
const listOffered = (movements: readonly ChallengeMovement[] = CHALLENGE_MOVEMENTS): ChallengeMovement[] =>
  CHALLENGE_MOVEMENTS.filter((movement) => movements.includes(movement));

/** Makes the quiet offer of another way; it changes `ways` in place, and stays open or closed when the screen is drawn again. */
export function createWaysDisclosure(
  ways: Ways,
  movements: readonly ChallengeMovement[] | undefined,
): (t: Translate, onChange?: () => void) => HTMLElement {
  const offered = listOffered(movements);
  let isOpen = ways.movement !== 'turn' || ways.unhurried;
  return (t, onChange = () => undefined) => {
    const choose = (change: Partial<Ways>) => {
      Object.assign(ways, change, { isChosen: true });
      onChange();
    };
    const radios = offered.map((movement) =>
      createField(t, {
        name: movement,
        type: 'radio',
        isChosen: ways.movement === movement,
        offer: movementOffers[movement],
        onChoose: () => choose({ movement }),
      }),
    );
    const more = createField(t, {
      name: 'unhurried',
      type: 'checkbox',
      isChosen: ways.unhurried,
      offer: unhurriedOffer,
      onChoose: (unhurried) => choose({ unhurried }),
    });
    const signals = (['sound', 'vibration'] as const).filter(hasSignal).map((signal) =>
      createField(t, {
        name: signal,
        type: 'checkbox',
        isChosen: isSignalOn(signal),
        offer: signalOffers[signal],
        onChoose: (on) => setSignal(signal, on),
      }),
    );
    const summary = el('summary', { class: 'ways-summary' }, t('waysSummary'), icon('chevronDown'));
    const group = { class: 'ways-list', role: 'radiogroup', 'aria-label': t('waysMovements') };
    const list = offered.length > 1 ? el('div', group, ...radios) : undefined;
    const details = el('details', { class: 'ways', 'data-part': 'ways' }, summary, list, more, ...signals);
    details.open = isOpen;
    details.addEventListener('toggle', () => {
      isOpen = details.open;
    });
    return details;
  };
}
