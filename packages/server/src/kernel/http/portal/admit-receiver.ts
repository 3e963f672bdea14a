import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import type { PortalRoute } from '../route.ts';
import type { ReceiverCaller } from './portal-caller.ts';
import { readReceiverCookie } from './portal-cookie.ts';
import { requireToken } from './require-token.ts';

/** A receiver session as its row says it at this request. */
export type FoundReceiver = {
  caller: ReceiverCaller;
  /** What a call that changes something has to send back. */
  csrf: string;
  /** Last used so long ago that a use is worth a note. */
  isStale: boolean;
};

/** What the portal's door asks about receiver sessions, at each request anew. */
export type ReceiverPort = {
  findReceiver(secret: string): Promise<FoundReceiver | undefined>;
  /** Notes that a session was used. */
  touchReceiver(caller: ReceiverCaller): Promise<void>;
};

/** Lets a call of a receiver's page in, or refuses it with 40340 or 40344; nothing of the request says which endpoint it is about. */
export async function admitReceiver(
  { operation }: PortalRoute,
  port: ReceiverPort & { url: string },
  { headers }: FastifyRequest,
): Promise<Pick<FoundReceiver, 'caller' | 'csrf'>> {
  const secret = readReceiverCookie(port.url, headers.cookie);
  const session = secret === undefined ? undefined : await port.findReceiver(secret);
  if (!session) throw new Refusal('40340');
  const isReading = operation.method === 'GET';
  if (!isReading) requireToken(session, headers);
  // The page reads by itself while it is open; whoever searches or sends uses it.
  if (!isReading && session.isStale) await port.touchReceiver(session.caller);
  return session;
}
