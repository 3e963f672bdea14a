import type { SessionView } from '@titular/contract/page';
import type { App } from '../app.ts';
import { endedScreen } from '../screens/ended.ts';
import { resultScreen } from '../screens/result.ts';
import { wait } from '../service/wait.ts';
import { findLeaveAddress } from './redirect.ts';
import { resultSeconds } from './stages.ts';

/** The way on to the merchant; undefined when there is nowhere to go. */
export function findContinue(view: SessionView): (() => void) | undefined {
  const address = findLeaveAddress(view.redirectUrl);
  // Replaces the entry, so that the way back from the shop does not lead into this page and out again.
  return address === undefined ? undefined : () => window.location.replace(address);
}

/** Shows how the check went, and goes on to the merchant by itself after a while, unless the person stays. */
export function showResult(app: App, view: SessionView, result: 'approved' | 'not-approved'): void {
  const leaving = new AbortController();
  const onContinue = findContinue(view);
  const { companyName: company, opening } = view;
  const shown = { result, company, opening, onContinue };
  const onStay = () => {
    app.show(resultScreen({ ...shown, onStay: undefined }));
    app.announce(app.t('staying', { company }), 'polite');
  };
  app.show(resultScreen({ ...shown, onStay: onContinue && onStay }), () => leaving.abort());
  if (onContinue === undefined) return;
  app.announce(app.t('leaving', { company }), 'polite');
  void wait(resultSeconds[result] * 1000, leaving.signal).then(() => {
    if (!leaving.signal.aborted) onContinue();
  });
}

/** Shows why there is no check; nobody is led away from it, since it may say what to do about a misused card. */
export function showEnded(app: App, view: SessionView): void {
  const { status, companyName: company } = view;
  app.show(endedScreen({ status, company, onContinue: findContinue(view) }));
}
