import { SealBroken } from '../../kernel/base/sealing.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** A place before every event. */
export const BEFORE_ALL = '0';

const PLACE = ['events', 'cursor', 'position'] as const;

/** A place in the order of a tenant's events as its reader holds it: sealed, because how far the places of all tenants have come is nobody's business. */
export const toCursor = (key: TenantKey, position: string): string =>
  key.seal(...PLACE, Buffer.from(position, 'latin1')).toString('base64url');

/** The place that a cursor of the same tenant holds; undefined for any other text. */
export function parseCursor(key: TenantKey, cursor: string): string | undefined {
  try {
    return key.unseal(...PLACE, Buffer.from(cursor, 'base64url')).toString('latin1');
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
