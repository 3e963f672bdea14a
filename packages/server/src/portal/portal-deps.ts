import type { Kysely } from 'kysely';
import type { Operator } from '../audit/index.ts';
import type { Environment } from '../config/setting.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { SignedInUser } from '../kernel/http/portal/portal-route.ts';
import type { UserDeps } from '../users/index.ts';

/** What the routes about people need; `db` are the portal's own connections. */
export type PortalDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  users: UserDeps;
  /** Origin of the portal. */
  url: string;
  environment: Environment;
  version: string;
};

/** Who acts in the portal, as use cases and the audit log know them. */
export const operatorOf = ({ db, clock }: PortalDeps, { actor }: SignedInUser): Operator => ({
  db,
  clock,
  actor,
});
