import { MAX_RECEIVER_ACCESSES } from '@titular/contract';
import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { type EndpointId, newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { digest, newSecret } from '../kernel/base/secret.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { insertLink, listAccesses, lockEndpointThatIsOn } from './access-store.ts';

/** Seconds within which a link has to be opened. */
const LINK_SECONDS = 86_400;
/** The beginning of every code, so that a leaked one is told apart. */
const CODE_PREFIX = 'trl_';

/** A new link with its code, which is seen this once. */
export type NewReceiverLink = { accessId: string; code: string; expiresAt: Date };

/** The link of a code; the code stands in the fragment, which browsers send to nobody. */
export const receiverLink = (portalUrl: string, code: string): string => `${portalUrl}/receiver#${code}`;

/** Makes a link to the page of one endpoint's receiver. Refuses with 40070 an endpoint that is off, and with 40093 one that has five links and sessions. */
export function makeReceiverLink(
  operator: Operator,
  { tenantId, endpointId }: { tenantId: TenantId; endpointId: EndpointId },
): Promise<NewReceiverLink> {
  return inTransaction(operator.db, async (trx) => {
    // The lock also makes those who make links at once count one after the other.
    if (!(await lockEndpointThatIsOn(trx, tenantId, endpointId))) throw new Refusal('40070');
    const now = operator.clock.now();
    const open = await listAccesses(trx, tenantId, endpointId, now);
    if (open.length >= MAX_RECEIVER_ACCESSES) throw new Refusal('40093');
    const [accessId, code] = [newId(now.getTime()), newSecret(CODE_PREFIX)];
    const expiresAt = addSeconds(now, LINK_SECONDS);
    await insertLink(trx, {
      ...{ tenantId, accessId, endpointId, madeBy: operator.actor },
      ...{ createdAt: now, expiresAt, codeHash: digest(code) },
    });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'receiver-link.create',
      subject: `webhook-endpoint/${endpointId}`,
      after: { receiver: accessId, expiresAt },
    });
    return { accessId, code, expiresAt };
  });
}
