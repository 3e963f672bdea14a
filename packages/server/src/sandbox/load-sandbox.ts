import type { Rehearse } from '../http/rehearsal.ts';
import type { ProcessScenarios } from '../identity-platform/process-scenarios.ts';
import type { TenantKeys } from '../tenants/tenant-keys.ts';
import type { Scenarios } from '../transactions/scenarios.ts';
import type { ChooseSecrets } from '../webhooks/attempt-delivery.ts';
import { type RunDeps, startRuns } from './advance-runs.ts';
import { createProcessScenarios, createScenarios } from './choose-scenario.ts';
import { createChooseSecrets } from './choose-secrets.ts';
import { refuseProduction } from './guard.ts';
import { createRehearse } from './rehearse.ts';
import type { SandboxPort } from './sandbox-routes.ts';
import { catalogue } from './scenarios.ts';
import { stepTransaction } from './step-transaction.ts';

/** All that a sandbox is to a service. */
export type Sandbox = SandboxPort & {
  scenarios: Scenarios;
  processScenarios: ProcessScenarios;
  rehearse: Rehearse;
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
    rehearse: createRehearse(deps),
    chooseSecrets: createChooseSecrets(deps.db),
    start: () => startRuns(deps),
  };
}
