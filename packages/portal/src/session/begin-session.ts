import type { PortalSession } from '@titular/contract';
import { openSession } from '../service/session.ts';
import { tellTabs } from './tabs.ts';

/** Opens the page for somebody who has just signed in; other tabs ask who that is, and keep nothing of the person before. */
export function beginSession(session: PortalSession): void {
  openSession(session);
  tellTabs('unlocked');
}
