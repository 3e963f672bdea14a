import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TenantId } from '../../base/id.ts';
import { defineCache } from '../../caches/cache.ts';

/** Tenants by digests of Authorization headers that were found good; only such headers take room. */
export const knownCallers = defineCache('known_callers', 10_000);

/** Tells callers by the header that their token came in. */
export type KnownCallers = {
  find(request: IncomingMessage): TenantId | undefined;
  keep(request: IncomingMessage, tenantId: TenantId): void;
  remove(request: IncomingMessage): void;
};

/** The key of a request's header in memory; the header itself is a secret and is not kept. */
const keyOf = ({ headers: { authorization } }: IncomingMessage): string | undefined =>
  authorization === undefined ? undefined : hash('sha256', authorization, 'base64');

/** Makes the memory of one server. */
export function createKnownCallers(): KnownCallers {
  const known = knownCallers.open<TenantId>();
  return {
    find(request) {
      const key = keyOf(request);
      return key === undefined ? undefined : known.get(key);
    },
    keep(request, tenantId) {
      const key = keyOf(request);
      if (key !== undefined && known.get(key) !== tenantId) known.set(key, tenantId);
    },
    remove(request) {
      const key = keyOf(request);
      if (key !== undefined) known.delete(key);
    },
  };
}
