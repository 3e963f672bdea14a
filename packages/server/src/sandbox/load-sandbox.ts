import { Refusal } from '../base/refusal.ts';
import type { Scenario, Scenarios } from '../transactions/scenarios.ts';
import type { ChooseSecrets } from '../webhooks/attempt-delivery.ts';
import { dueAt, type RunDeps, startRuns } from './advance-runs.ts';
import { createChooseSecrets } from './choose-secrets.ts';
import { refuseProduction } from './guard.ts';
import { refusalOf } from './refusals.ts';
import { insertRun } from './run-store.ts';
import type { SandboxPort } from './sandbox-routes.ts';
import type { ScenarioRow } from './scenario.ts';
import { catalogue, findScenario, scenarioOfIdentity } from './scenarios.ts';
import { stepTransaction } from './step-transaction.ts';
import { SANDBOX_REASON } from './take-step.ts';

/** All that a sandbox is to a service. */
export type Sandbox = SandboxPort & {
  scenarios: Scenarios;
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
      if (!row) throw new Refusal('40090');
      if (row.leadsTo.kind === 'refused') throw refusalOf(row.leadsTo.code);
      return toScenario(deps, row);
    },
    ofIdentity(identity) {
      const row = scenarioOfIdentity(identity);
      return row && toScenario(deps, row);
    },
  };
}

/** Makes the sandbox of a service in the test environment; for any other it throws. */
export function loadSandbox(deps: RunDeps): Sandbox {
  refuseProduction(deps.environment);
  return {
    catalogue,
    step: (tenantId, transactionId, event) => stepTransaction(deps, tenantId, transactionId, event),
    scenarios: createScenarios(deps),
    chooseSecrets: createChooseSecrets(deps.db),
    start: () => startRuns(deps),
  };
}
