import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/**
 * Names of up to `limit` active people whom nothing lets in. What does is an authenticator that is on, a recovery code, an open reset, or a
 * link to the provider that is configured (`issuer`).
 */
export async function listStranded(
  db: Db,
  { issuer, now, limit }: { issuer: string | undefined; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT u.name FROM users u
    WHERE u.active
      AND NOT EXISTS (SELECT FROM user_authenticators a WHERE a.user_id = u.user_id AND a.off_at IS NULL)
      AND NOT EXISTS (SELECT FROM user_recovery_codes c WHERE c.user_id = u.user_id)
      AND NOT EXISTS (SELECT FROM user_provider_links l
        WHERE l.user_id = u.user_id AND l.issuer = ${issuer ?? null} AND NOT u.is_operator)
      AND NOT EXISTS (SELECT FROM user_invitations i WHERE i.user_id = u.user_id AND i.expires_at > ${now})
    ORDER BY u.name_key LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
