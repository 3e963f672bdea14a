import type { PortalSession } from '@titular/contract';
import { call } from '../../service/call.ts';
import { openSession } from '../../service/session.ts';

/** Opens the session of this browser: its token goes with every call that changes something. */
export async function readSession(): Promise<PortalSession> {
  const session = await call('readPortalSession');
  openSession(session);
  return session;
}
