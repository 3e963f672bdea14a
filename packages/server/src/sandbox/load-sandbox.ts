import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Started } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import type { SandboxByHand } from './by-hand/by-hand-routes.ts';
import { type ByHandDeps, createByHandRuns } from './by-hand/run-by-hand.ts';
import { createCourses } from './catalogue/choose-scenario.ts';
import { createChooseSecrets } from './catalogue/choose-secrets.ts';
import { catalogue } from './catalogue/scenarios.ts';
import { refuseProduction } from './guard.ts';
import { type ExamineDeps, examinationTask } from './receiver-doctor/examine-receiver.ts';
import { type RunDeps, startRuns } from './runs/advance-runs.ts';
import { createErrorInjection } from './runs/inject-error.ts';
import { stepTransaction } from './runs/step-transaction.ts';
import type { SandboxSteps } from './sandbox-routes.ts';

/** All that a sandbox is to a service. */
export type Sandbox = SandboxSteps & {
  port: SandboxPort;
  /** What the portal does, once the nouns are there by which it is done. */
  openByHand(needs: ByHandDeps): SandboxByHand;
  /** The job that examines receivers. */
  examinationTask(needs: Pick<ExamineDeps, 'endpointRules' | 'send'>): ReturnType<typeof examinationTask>;
  /** Follows scenarios until `stop`. */
  start(): Started;
};

/** Makes the sandbox of a service in the test environment; for any other it throws. */
export function loadSandbox(deps: RunDeps & { tenantKeys: TenantKeys }): Sandbox {
  refuseProduction(deps.environment);
  const steps: SandboxSteps = { catalogue, step: (...asked) => stepTransaction(deps, ...asked) };
  return {
    ...steps,
    examinationTask: (needs) => examinationTask({ ...deps, ...needs }),
    openByHand: (needs) => createByHandRuns(steps, needs),
    port: {
      ...createCourses(deps),
      beforeHandle: createErrorInjection(deps),
      beforeSign: createChooseSecrets(deps.db),
    },
    start: () => startRuns(deps),
  };
}
