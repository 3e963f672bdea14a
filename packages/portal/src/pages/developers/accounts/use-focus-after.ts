import type { AccountView } from '@titular/contract';
import { useEffect, useRef } from 'react';
import type { AccountDialog } from './account-dialog.ts';

const PANELS: Readonly<Record<AccountDialog['kind'], string | undefined>> = {
  ...{ 'add-secret': 'secrets', rotate: 'secrets', 'end-secret': 'secrets' },
  ...{ 'add-key': 'keys', 'end-key': 'keys', switch: undefined },
};

function focusHeading(panel: string): void {
  const heading = document.querySelector<HTMLElement>(`#${panel} h2`);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** Moves the focus to the heading of the panel when what opened the dialog is gone, at once or with the account's new state. */
export function useFocusAfter(open: AccountDialog | undefined, account: AccountView | undefined): void {
  const panel = useRef<string>(undefined);
  useEffect(() => {
    if (open) panel.current = PANELS[open.kind];
    if (open || panel.current === undefined) return;
    const last = panel.current;
    // The dialog gives the focus back in the next frame.
    const timer = window.setTimeout(() => {
      if (document.activeElement !== document.body) return;
      panel.current = undefined;
      focusHeading(last);
    }, 100);
    return () => window.clearTimeout(timer);
  }, [open, account]);
}
