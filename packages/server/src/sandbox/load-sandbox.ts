import type { InjectError } from '../kernel/http/error-injection.ts';
import type { ProcessScenarios } from '../processes/process-scenarios.ts';
import type { TenantKeys } from '../tenants/keys/tenant-keys.ts';
import type { Scenarios } from '../transactions/create/scenarios.ts';
import type { ChooseSecrets } from '../webhooks/queue/attempt-delivery.ts';
import { createProcessScenarios, createScenarios } from './catalogue/choose-scenario.ts';
import { createChooseSecrets } from './catalogue/choose-secrets.ts';
import { catalogue } from './catalogue/scenarios.ts';
import { refuseProduction } from './guard.ts';
import { type RunDeps, startRuns } from './runs/advance-runs.ts';
import { createErrorInjection } from './runs/inject-error.ts';
import { stepTransaction } from './runs/step-transaction.ts';
import type { SandboxPort } from './sandbox-routes.ts';

/** All that a sandbox is to a service. */
export type Sandbox = SandboxPort & {
  scenarios: Scenarios;
  processScenarios: ProcessScenarios;
  injectError: InjectError;
  chooseSecrets: ChooseSecrets;
  /** Follows scenarios until `stop`. */
  start(): { stop(): Promise<void> };
};

/** Makes the sandbox of a service in the test environment; for any other it throws. */
export function loadSandbox(deps: RunDeps & { tenantKeys: TenantKeys }): Sandbox {
  refuseProduction(deps.environment);
  return {
    catalogue,
    step: (tenantId, transactionId, event) => stepTransaction(deps, tenantId, transactionId, event),
    scenarios: createScenarios(deps),
    processScenarios: createProcessScenarios(deps),
    injectError: createErrorInjection(deps),
    chooseSecrets: createChooseSecrets(deps.db),
    start: () => startRuns(deps),
  };
}
