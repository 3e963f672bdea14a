import { type IconName, icon } from '../../appearance/icons.ts';
import { el } from '../../dom.ts';
import type { MessageKey, Translate } from '../../i18n/messages.ts';

/** A point of one line, and all of its words behind it. */
export interface FoldedPoint {
  icon: IconName;
  short: MessageKey;
  message: MessageKey;
}

/** Makes a list of points that are folded to one line each; what was opened stays open when the screen is drawn again. */
export function createFoldedPoints(
  points: readonly FoldedPoint[],
): (t: Translate, values: Readonly<Record<string, string>>) => HTMLElement {
  const open = new Set<MessageKey>();
  return (t, values) => {
    const items = points.map(({ icon: name, short, message }) => {
      const line = el('span', { class: 'point-line' }, t(short, values));
      const summary = el('summary', { class: 'point-summary' }, icon(name), line, icon('chevronDown'));
      const whole = el('p', { class: 'point-text' }, t(message, values));
      const details = el('details', { class: 'fold', 'data-point': message }, summary, whole);
      details.open = open.has(message);
      details.addEventListener('toggle', () => {
        if (details.open) open.add(message);
        else open.delete(message);
      });
      return el('li', { class: 'point' }, details);
    });
    return el('ul', { class: 'points' }, ...items);
  };
}
