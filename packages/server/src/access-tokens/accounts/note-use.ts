import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { touchAccountKey } from './account-key-store.ts';
import { touchClientSecret } from './client-secret-store.ts';
import type { ServiceAccount } from './service-account-store.ts';

/** Keeps that a credential was used, so that an operator sees when the old one of a rotation is free to go. */
export type NoteUse = (account: ServiceAccount, credentialId: string) => Promise<void>;

const MINUTE_MS = 60_000;

/** Credentials whose use was written in the last minute. */
export const useCache = defineCache('credential_uses', 10_000);

/** Writes at most once a minute for each credential, so that it costs busy accounts nothing. */
export function createUseNotes(db: Db, clock: Clock, log: Log): NoteUse {
  const noted = useCache.open<number>();
  return async ({ tenantId, account }, credentialId) => {
    const at = clock.now();
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const name = `${tenantId}/${account}/${credentialId}`;
    if (noted.get(name) === minute) return;
    noted.set(name, minute);
    // A key may be named by anything, so by a UUID too; touching what does not exist does nothing.
    try {
      await touchAccountKey(db, tenantId, account, credentialId, at);
      if (isId(credentialId)) await touchClientSecret(db, tenantId, account, credentialId, at);
    } catch (error) {
      // The token is issued already; that it was is not worth taking it back.
      noted.delete(name);
      log.warn({ err: error, tenantId, account }, 'the use of a credential was not noted');
    }
  };
}
