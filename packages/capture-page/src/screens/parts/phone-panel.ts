import { actionButton, el } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';

/** What the panel shows: a code that is being made, one to be read, or the way to one. */
export type PanelState =
  | { kind: 'making' }
  | { kind: 'code'; until: () => string; picture: Element }
  | { kind: 'none' };

/** The phone's place beside the consent; `data-state` names what it shows. */
export interface PhonePanel {
  draw(t: Translate): HTMLElement;
  update(state: PanelState): void;
}

const words = (t: Translate, key: MessageKey): HTMLElement => el('p', { class: 'phone-words' }, t(key));

/** Makes the panel, which keeps its code when the screen is drawn again. */
export function createPhonePanel(first: PanelState, onShowCode: () => void): PhonePanel {
  let state = first;
  let redraw: () => void = () => undefined;

  function fill(t: Translate): Node[] {
    const title = el('h2', { class: 'subtitle', id: 'phone-panel-title' }, t('phonePanelTitle'));
    if (state.kind === 'none') {
      const button = actionButton({
        action: 'show-code',
        label: t('phonePanelButton'),
        kind: 'quiet',
        onPress: onShowCode,
      });
      return [title, button];
    }
    const figure = el('div', { class: 'qr-figure', 'aria-live': 'polite' });
    if (state.kind === 'making') return [title, words(t, 'phonePanelText'), figure];
    state.picture.setAttribute('aria-label', t('qrLabel'));
    figure.append(state.picture);
    const note = el('p', { class: 'note' }, t('linkOnce', { time: state.until() }));
    return [title, words(t, 'phonePanelText'), figure, note, words(t, 'phonePanelHere')];
  }

  return {
    draw: (t) => {
      const panel = el('aside', {
        class: 'phone-panel',
        'data-part': 'phone-panel',
        'aria-labelledby': 'phone-panel-title',
      });
      redraw = () => {
        panel.setAttribute('data-state', state.kind);
        panel.replaceChildren(...fill(t));
      };
      redraw();
      return panel;
    },
    update: (next) => {
      state = next;
      redraw();
    },
  };
}
