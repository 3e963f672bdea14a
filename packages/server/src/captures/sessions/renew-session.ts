import type { RenewSessionRequest } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import { consumeLink, findLink } from '../links/link-store.ts';
import { mayRenew, RENEWAL_SECONDS } from '../subjects/may-renew.ts';
import { type Credentials, findHeld, heldOf, secretsWith } from './held-sessions.ts';
import { insertOpened, type OpenedSession, type OpenSessionDeps } from './open-session.ts';

/** Opens a new session after the link or the session has run out of time, where that is allowed; refuses with 40310. */
export async function renewSession(
  deps: OpenSessionDeps,
  { code }: RenewSessionRequest,
  credentials: Credentials,
  pageId: string | undefined,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const codeHash = code === undefined ? undefined : digest(code);
  const link = codeHash && (await findLink(deps.db, codeHash));
  if (codeHash && !link) throw new Refusal('40310');
  if (link) await requireServed(deps.db, link.tenantId);
  const held = await findHeld(deps.db, credentials);
  const named = link
    ? heldOf(held, link)
    : held.filter(({ session }) => pageId === undefined || session.sessionId === pageId);
  const [own] = named;
  if (!(await mayRenew(deps, { link, held: own?.session }, now))) throw new Refusal('40310');
  if (own && own.session.expiresAt > now) return { session: own.session, secrets: secretsWith(held, own) };
  if (own && addSeconds(own.session.expiresAt, RENEWAL_SECONDS) > now) {
    const { tenantId, subject, opening } = own.session;
    const input = { tenantId, subject, opening, embedder: undefined, take: async () => true };
    const opened = await insertOpened(deps, { ...input, before: own.session });
    return { session: opened.session, secrets: secretsWith(held, opened) };
  }
  if (!link || !codeHash) throw new Refusal('40310');
  const { tenantId, subject, purpose: opening } = link;
  const opened = await insertOpened(deps, {
    ...{ tenantId, subject, opening, embedder: undefined },
    take: (trx, sessionId, at) =>
      consumeLink(trx, codeHash, { when: 'expired', pageLoadHash: undefined, sessionId }, at),
  });
  return { session: opened.session, secrets: secretsWith(held, opened) };
}
