import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Started } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import type { SandboxByHand } from './by-hand/by-hand-routes.ts';
import { type ByHandDeps, createByHandRuns } from './by-hand/run-by-hand.ts';
import { createCourses } from './catalogue/choose-scenario.ts';
import { createChooseSecrets } from './catalogue/choose-secrets.ts';
import { catalogue } from './catalogue/scenarios.ts';
import type { SandboxFilling } from './fill/fill-routes.ts';
import { requireAllCompanies } from './fill/fill-routes.ts';
import type { MakeDeps } from './fill/make-transaction.ts';
import { clearFill, readFill, startFill } from './fill/start-fill.ts';
import { fillTask, goOnWithFills } from './fill/step-fill.ts';
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
  /** What the portal asks of the fill of a tenant. */
  openFilling(needs: Pick<ByHandDeps, 'db'>): SandboxFilling;
  /** The job that fills and clears, by what a create of the API needs. */
  fillTask(needs: MakeDeps): ReturnType<typeof fillTask>;
  /** Asks for the next step of each fill that is under way. */
  goOnWithFills(): Promise<void>;
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
    goOnWithFills: () => goOnWithFills(deps),
    fillTask: (needs) => fillTask({ ...needs, ...deps }),
    openFilling({ db }) {
      const filling = { ...deps, db };
      return {
        async read(member) {
          requireAllCompanies(member);
          return readFill(filling, member.tenantId);
        },
        async start(member) {
          requireAllCompanies(member);
          return startFill(filling, member);
        },
        async clear(member) {
          requireAllCompanies(member);
          return clearFill(filling, member);
        },
      };
    },
    openByHand: (needs) => createByHandRuns(steps, needs),
    port: {
      ...createCourses(deps),
      beforeHandle: createErrorInjection(deps),
      beforeSign: createChooseSecrets(deps.db),
    },
    start: () => startRuns(deps),
  };
}
