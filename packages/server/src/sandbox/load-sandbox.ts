import type { Rehearse } from '../http/rehearsal.ts';
import type { TenantKeys } from '../tenants/tenant-keys.ts';
import type { Scenario, Scenarios } from '../transactions/scenarios.ts';
import type { ChooseSecrets } from '../webhooks/attempt-delivery.ts';
import { dueAt, type RunDeps, startRuns } from './advance-runs.ts';
import { createChooseSecrets } from './choose-secrets.ts';
import { refuseProduction } from './guard.ts';
import { createRehearse } from './rehearse.ts';
import { insertRun } from './run-store.ts';
import type { SandboxPort } from './sandbox-routes.ts';
import type { ScenarioRow } from './scenario.ts';
import { catalogue, findScenario, scenarioOfIdentity } from './scenarios.ts';
import { stepTransaction } from './step-transaction.ts';
import { SANDBOX_REASON } from './take-step.ts';

/** All that a sandbox is to a service. */
export type Sandbox = SandboxPort & {
  scenarios: Scenarios;
  rehearse: Rehearse;
  chooseSecrets: ChooseSecrets;
  /** Follows scenarios until `stop`. */
  start(): { stop(): Promise<void> };
};

const toScenario = ({ clock }: RunDeps, row: ScenarioRow): Scenario => ({
  endedFor: row.endsAtCreate ? [SANDBOX_REASON] : undefined,
  begin(trx, tenantId, transactionId) {
    const startedAt = clock.now();
    const first = dueAt(startedAt, row.steps[0]);
    return insertRun(trx, tenantId, { transactionId, scenario: row.name, startedAt, dueAt: first });
  },
});

function createScenarios(deps: RunDeps): Scenarios {
  return {
    named(header) {
      if (header === undefined) return undefined;
      const row = typeof header === 'string' ? findScenario(header) : undefined;
      // What is refused was, before it came here; what is served in the end goes its own way.
      return row?.leadsTo.kind === 'status' ? toScenario(deps, row) : undefined;
    },
    ofIdentity(identity) {
      const row = scenarioOfIdentity(identity);
      return row && toScenario(deps, row);
    },
  };
}

/** Makes the sandbox of a service in the test environment; for any other it throws. */
export function loadSandbox(deps: RunDeps & { tenantKeys: TenantKeys }): Sandbox {
  refuseProduction(deps.environment);
  return {
    catalogue,
    step: (tenantId, transactionId, event) => stepTransaction(deps, tenantId, transactionId, event),
    scenarios: createScenarios(deps),
    rehearse: createRehearse(deps),
    chooseSecrets: createChooseSecrets(deps.db),
    start: () => startRuns(deps),
  };
}
