import type { Kysely } from 'kysely';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { TenantKeys } from '../../tenants/index.ts';

/** Names of people of the staff by their ids; who is gone has none. */
export type FindNames = (db: Db, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What reading a case needs. */
export type CaseDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: Environment;
  findNames: FindNames;
};

/** Who reads, with what the role lets them see: a member of the staff, or an operator at the command line. */
export type CaseReader = Pick<PortalCaller, 'tenantId' | 'companies' | 'role' | 'extent'> & { actor: string };

/** A case with its version for `ETag`; without a body where the reader has that version already. */
export type ReadCase<Body> = { etag: string; body: Body | undefined };
