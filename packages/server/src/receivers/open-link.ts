import { insertAuditEntry } from '../audit/index.ts';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { digest, newSecret } from '../kernel/base/secret.ts';
import type { Db } from '../kernel/database/connect.ts';
import { requireServed } from '../kernel/database/moves/served-tenants.ts';
import { type Access, findLink, turnIntoSession } from './access-store.ts';

/** Seconds after which a session ends, whatever was done. */
export const RECEIVER_SECONDS = 28_800;

/** How the audit log names whoever has a receiver session. */
export type ReceiverActor = `receiver:${string}`;

/** The actor of an access. */
export const receiverActorOf = ({ accessId }: Pick<Access, 'accessId'>): ReceiverActor =>
  `receiver:${accessId}`;

/** What opening needs; `db` is the pool itself. */
type OpenDeps = { db: Db; clock: Clock };

/** Opens the session of a link, once: of any number of openers at once one wins. Refuses with 40346 any other code; answers the secret, which is the cookie. */
export async function openReceiverLink(
  { db, clock }: OpenDeps,
  code: string,
  { browser, prefix }: { browser: string; prefix: string },
): Promise<string> {
  const codeHash = digest(code);
  const at = clock.now();
  const link = await findLink(db, codeHash, at);
  if (!link) throw new Refusal('40346');
  await requireServed(db, link.tenantId);
  const secret = newSecret(prefix);
  const expiresAt = addSeconds(at, RECEIVER_SECONDS);
  await db.transaction().execute(async (trx) => {
    const session = { codeHash, secretHash: digest(secret), browser, at, expiresAt };
    if (!(await turnIntoSession(trx, link, session))) throw new Refusal('40346');
    await insertAuditEntry(
      trx,
      { clock, actor: receiverActorOf(link) },
      {
        tenantId: link.tenantId,
        action: 'receiver-link.open',
        subject: `webhook-endpoint/${link.endpointId}`,
        after: { receiver: link.accessId, browser, expiresAt },
      },
    );
  });
  return secret;
}
