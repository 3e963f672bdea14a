import { type AccessTokenRouteDeps, accessTokenRoutes } from './access-tokens/access-token-routes.ts';
import { apiCallRoutes } from './api-calls/api-call-routes.ts';
import type { SearchCallsDeps } from './api-calls/search-calls.ts';
import { type CaptureDeps, captureRoutes } from './captures/capture-routes.ts';
import type { OpenBySdkDeps } from './captures/open-by-sdk.ts';
import { pageEventRoutes } from './captures/page-event-routes.ts';
import { sdkRoutes } from './captures/sdk-routes.ts';
import type { ErasureDeps } from './erasure/erase-person.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { type HealthDeps, healthRoutes } from './health-routes.ts';
import type { Route } from './http/route.ts';
import { platformEventRoutes } from './identity-platform/platform-event-routes.ts';
import { type ProcessRouteDeps, processRoutes } from './identity-platform/process-routes.ts';
import type { PlatformEventDeps } from './identity-platform/take-platform-event.ts';
import { type PageDeps, pageRoutes } from './pages/page-routes.ts';
import { type SdkFileDeps, sdkFileRoutes } from './pages/sdk-file-routes.ts';
import { limitRoutes } from './rate-limits/limit-routes.ts';
import { type ReferenceDeps, referenceRoutes } from './reference/reference-routes.ts';
import { captureRecordRoutes } from './transactions/capture-record-routes.ts';
import type { CreateDeps } from './transactions/create-transaction.ts';
import type { LookDeps } from './transactions/look-at-image.ts';
import type { ReadCapturesDeps } from './transactions/read-captures.ts';
import type { EvidenceDeps } from './transactions/read-evidence.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import type { EndpointDeps } from './webhooks/administer-endpoints.ts';
import { endpointRoutes } from './webhooks/endpoint-routes.ts';
import type { EventLogDeps } from './webhooks/read-events.ts';
import { webhookLogRoutes } from './webhooks/webhook-log-routes.ts';

/** What all routes together need from the service. */
export type RouteDeps = HealthDeps &
  AccessTokenRouteDeps &
  CreateDeps &
  CaptureDeps &
  PageDeps &
  OpenBySdkDeps &
  SdkFileDeps &
  ProcessRouteDeps &
  SearchCallsDeps &
  EvidenceDeps &
  ReadCapturesDeps &
  LookDeps &
  ErasureDeps &
  EndpointDeps &
  EventLogDeps &
  PlatformEventDeps &
  ReferenceDeps;

/** Every operation of the service; documentation and tests read this table as well. */
export function routeTable(deps: RouteDeps): Route[] {
  const routes = [
    ...healthRoutes(deps),
    ...accessTokenRoutes(deps),
    ...transactionRoutes(deps),
    ...processRoutes(deps),
    ...captureRecordRoutes(deps),
    ...endpointRoutes(deps),
    ...webhookLogRoutes(deps),
    ...platformEventRoutes(deps),
    ...limitRoutes(),
    ...apiCallRoutes(deps),
    ...erasureRoutes(deps),
    ...pageRoutes(deps),
    ...captureRoutes(deps),
    ...pageEventRoutes(deps),
    ...sdkRoutes(deps),
    ...sdkFileRoutes(deps),
  ];
  return [...routes, ...referenceRoutes(deps, routes)];
}
