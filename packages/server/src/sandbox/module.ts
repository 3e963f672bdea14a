import type { Kernel, Module } from '../module.ts';
import { byHandRoutes } from './by-hand/by-hand-routes.ts';
import type { ByHandDeps } from './by-hand/run-by-hand.ts';
import type { Sandbox } from './load-sandbox.ts';
import type { ExamineDeps } from './receiver-doctor/examine-receiver.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

/** Describes the routes of the sandbox, which is loaded in the test environment alone; production has none of them, nor the portal there. */
export const createSandbox = (
  { config: { environment, portalUrl } }: Kernel,
  sandbox: Sandbox | undefined,
  byHand: ByHandDeps,
  { endpointRules, send }: Pick<ExamineDeps, 'endpointRules' | 'send'>,
): Module => ({
  routes: [
    ...(environment === 'production' ? [] : sandboxRoutes({ sandboxSteps: sandbox })),
    ...(environment === 'production' || portalUrl === undefined
      ? []
      : byHandRoutes(sandbox?.openByHand(byHand))),
  ],
  ...(sandbox && { tasks: sandbox.examinationTasks({ endpointRules, send }) }),
  tables: {
    sandbox_runs: 'deployment',
    sandbox_refused_calls: 'deployment',
    receiver_examinations: 'deployment',
  },
  startsWith: 'jobs',
  start: async () => sandbox?.start() ?? { stop: async () => undefined },
});
