import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import type { ListWindow } from './use-window.ts';

/** Moves from row to row by `J` and `K`: the row's link or button gets the focus, and `onMove` is told. `Enter` is its own. */
export function useRowKeys(
  { body, top, reveal }: ListWindow,
  count: number,
  onMove: (row: number) => void,
): void {
  const t = useTexts();
  const [active, setActive] = useState<number>();
  const focusedRow = (): number | undefined => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    return row && body.current?.contains(row) ? Number(row.dataset['row']) : active;
  };
  const move = (step: 1 | -1): void => {
    if (count === 0) return;
    const from = focusedRow();
    const next = from === undefined ? top() : from + step;
    const row = Math.min(count - 1, Math.max(0, next));
    setActive(row);
    reveal(row);
    body.current
      ?.querySelector<HTMLElement>(`[data-row="${row}"] :is(a, .row-button)`)
      ?.focus({ preventScroll: true });
    onMove(row);
  };
  useShortcut('j', t('shortcutNext'), () => move(1));
  useShortcut('k', t('shortcutPrevious'), () => move(-1));
}
