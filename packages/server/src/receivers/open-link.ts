import { insertAuditEntry } from '../audit/index.ts';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { digest, newSecret } from '../kernel/base/secret.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import { requireServed } from '../kernel/database/moves/served-tenants.ts';
import { type Access, findLink, turnIntoSession } from './access-store.ts';
import { endReceivers } from './end-accesses.ts';

/** Seconds after which a session ends, whatever was done. */
export const RECEIVER_SECONDS = 28_800;

/** How the audit log names whoever has a receiver session. */
export type ReceiverActor = `receiver:${string}`;

/** The actor of an access. */
export const receiverActorOf = ({ accessId }: Pick<Access, 'accessId'>): ReceiverActor =>
  `receiver:${accessId}`;

/** What opening needs; `db` is the pool itself. */
type OpenDeps = { db: Db; clock: Clock };

/** How a link is opened: `former` is the session that its browser had, and `show` reads what is answered. */
type Opening<Shown> = {
  browser: string;
  prefix: string;
  former: Access | undefined;
  show(trx: Db, secret: string): Promise<Shown>;
};

/** Ends the session that a browser had before: it would go on without anybody who could end it there. */
async function endFormer(trx: Db, clock: Clock, former: Access): Promise<void> {
  const { tenantId, endpointId, accessId } = former;
  await endReceivers({ db: trx, clock, actor: receiverActorOf(former) }, { tenantId, endpointId, accessId });
}

/**
 * Opens the session of a link, once: of any number of openers at once one wins. Refuses with 40346 any other code; answers the secret, which
 * is the cookie. What is shown is read in the same commit: a link that could not be answered is not used up.
 */
export async function openReceiverLink<Shown>(
  { db, clock }: OpenDeps,
  code: string,
  { browser, prefix, former, show }: Opening<Shown>,
): Promise<{ secret: string; shown: Shown }> {
  const codeHash = digest(code);
  const at = clock.now();
  const link = await findLink(db, codeHash, at);
  if (!link) throw new Refusal('40346');
  await requireServed(db, link.tenantId);
  const secret = newSecret(prefix);
  const expiresAt = addSeconds(at, RECEIVER_SECONDS);
  const open = async (trx: Db): Promise<Shown> => {
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
    if (former) await endFormer(trx, clock, former);
    return show(trx, secret);
  };
  // Who ends all accesses of an endpoint meanwhile may lock these two the other way round.
  const shown = await withRetries(() => db.transaction().execute(open));
  return { secret, shown };
}
