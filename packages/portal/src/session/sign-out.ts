import { keepPreferences } from '../preferences/preference-store.ts';
import { call } from '../service/call.ts';
import { isRefusal } from '../service/failures.ts';
import { endPage } from '../service/session.ts';
import { tellTabs } from './tabs.ts';

/** Ends the session on the server, then loads a fresh document, so that nothing stays in memory. Throws where the server is away. */
export async function signOut(): Promise<void> {
  await call('signOut').catch((failure: unknown) => {
    if (!isRefusal(failure, '40340')) throw failure;
  });
  tellTabs('ended');
  // The answer cleared the browser's storage.
  keepPreferences();
  endPage();
  window.location.replace('/login');
}
