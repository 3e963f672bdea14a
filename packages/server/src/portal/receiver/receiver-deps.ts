import type { DeveloperDeps } from '../developers/developer-routes.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** What the routes of a receiver's page need; `db` is the portal's own pool. */
export type ReceiverDeps = DeveloperDeps & PortalDeps;
