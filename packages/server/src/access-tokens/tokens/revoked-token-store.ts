import type { TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { afterMargin } from '../clock-margin.ts';

/** Notes that a token is given back; once more changes nothing. */
export async function insertRevokedToken(
  db: Db,
  tenantId: TenantId,
  tokenId: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('revoked_tokens')
    .values({ tenant_id: tenantId, token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes revoked tokens that no process accepts any more. */
export const deleteExpiredRevocations = afterMargin(deleteOlder('revoked_tokens', 'expires_at'));
