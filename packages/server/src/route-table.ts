import { type AccessTokenRouteDeps, accessTokenRoutes } from './access-tokens/grants/access-token-routes.ts';
import { type ReferenceDeps, referenceRoutes } from './api-docs/reference-routes.ts';
import type { OpenBySdkDeps } from './captures/links/open-by-sdk.ts';
import { sdkRoutes } from './captures/links/sdk-routes.ts';
import { pageEventRoutes } from './captures/page-events/page-event-routes.ts';
import { type CaptureDeps, captureRoutes } from './captures/sessions/capture-routes.ts';
import type { ErasureDeps } from './erasure/erase-person.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { type PageDeps, pageRoutes } from './hosted-files/page-routes.ts';
import { type SdkFileDeps, sdkFileRoutes } from './hosted-files/sdk-file-routes.ts';
import type { Route } from './kernel/http/route.ts';
import { type HealthDeps, healthRoutes } from './nodes/health-routes.ts';
import { platformEventRoutes } from './processes/external/platform-event-routes.ts';
import type { PlatformEventDeps } from './processes/external/take-platform-event.ts';
import { type ProcessRouteDeps, processRoutes } from './processes/process-routes.ts';
import { limitRoutes } from './rate-limits/limit-routes.ts';
import { apiCallRoutes } from './request-log/api-call-routes.ts';
import type { SearchCallsDeps } from './request-log/search-calls.ts';
import { type SandboxRouteDeps, sandboxRoutes } from './sandbox/sandbox-routes.ts';
import type { CreateDeps } from './transactions/create/create-transaction.ts';
import type { ScenarioDeps } from './transactions/create/scenarios.ts';
import type { EvidenceDeps } from './transactions/decide/read-evidence.ts';
import { captureRecordRoutes } from './transactions/read/capture-record-routes.ts';
import type { ReadCapturesDeps } from './transactions/read/read-captures.ts';
import type { ViewImageDeps } from './transactions/read/view-image.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import { webhookLogRoutes } from './webhooks/deliveries/webhook-log-routes.ts';
import type { EndpointDeps } from './webhooks/endpoints/administer-endpoints.ts';
import { endpointRoutes } from './webhooks/endpoints/endpoint-routes.ts';
import type { EventLogDeps } from './webhooks/events/read-events.ts';

/** What all routes together need from the service. */
export type RouteDeps = HealthDeps &
  AccessTokenRouteDeps &
  CreateDeps &
  ScenarioDeps &
  SandboxRouteDeps &
  CaptureDeps &
  PageDeps &
  OpenBySdkDeps &
  SdkFileDeps &
  ProcessRouteDeps &
  SearchCallsDeps &
  EvidenceDeps &
  ReadCapturesDeps &
  ViewImageDeps &
  ErasureDeps &
  EndpointDeps &
  EventLogDeps &
  PlatformEventDeps &
  ReferenceDeps;

/** Every operation of the service; documentation and tests read this table as well. Production has none of the sandbox. */
export function routeTable(deps: RouteDeps): Route[] {
  const routes = [
    ...healthRoutes(deps),
    ...accessTokenRoutes(deps),
    ...transactionRoutes(deps),
    ...processRoutes(deps),
    ...captureRecordRoutes(deps),
    ...(deps.environment === 'production' ? [] : sandboxRoutes(deps)),
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
