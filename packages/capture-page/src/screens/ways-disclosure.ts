import { el } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { icon } from '../icons.ts';
import type { Ways } from '../ways.ts';

interface Choice {
  name: 'distance' | 'unhurried';
  label: MessageKey;
  help: MessageKey;
  isChosen(ways: Ways): boolean;
  choose(ways: Ways, chosen: boolean): void;
}

const choices: readonly Choice[] = [
  {
    name: 'distance',
    label: 'wayDistance',
    help: 'wayDistanceHelp',
    isChosen: (ways) => ways.movement === 'distance',
    choose: (ways, chosen) => {
      ways.movement = chosen ? 'distance' : 'turn';
    },
  },
  {
    name: 'unhurried',
    label: 'wayUnhurried',
    help: 'wayUnhurriedHelp',
    isChosen: (ways) => ways.unhurried,
    choose: (ways, chosen) => {
      ways.unhurried = chosen;
    },
  },
];

function choiceField(t: Translate, ways: Ways, choice: Choice, onChange: () => void): HTMLElement {
  const box = el('input', { type: 'checkbox', class: 'way-box', id: `way-${choice.name}` });
  box.checked = choice.isChosen(ways);
  box.addEventListener('change', () => {
    choice.choose(ways, box.checked);
    ways.isChosen = true;
    onChange();
  });
  const label = el('span', { class: 'way-name' }, t(choice.label));
  const help = el('span', { class: 'way-help' }, t(choice.help));
  return el('label', { class: 'way' }, box, el('span', { class: 'way-words' }, label, ' ', help));
}

/** Makes the quiet offer of another way; it changes `ways` in place, and stays open or closed when the screen is drawn again. */
export function createWaysDisclosure(ways: Ways): (t: Translate, onChange?: () => void) => HTMLElement {
  let isOpen = choices.some((choice) => choice.isChosen(ways));
  return (t, onChange = () => undefined) => {
    const summary = el('summary', { class: 'ways-summary' }, t('waysSummary'), icon('chevronDown'));
    const fields = choices.map((choice) => choiceField(t, ways, choice, onChange));
    const group = el('div', { class: 'ways-list', role: 'group', 'aria-label': t('waysSummary') }, ...fields);
    const details = el('details', { class: 'ways', 'data-part': 'ways' }, summary, group);
    details.open = isOpen;
    details.addEventListener('toggle', () => {
      isOpen = details.open;
    });
    return details;
  };
}
