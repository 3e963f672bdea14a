import { invariant } from '../kernel/base/invariant.ts';
import type { Kernel, Module } from '../module.ts';
import { byHandRoutes } from './by-hand/by-hand-routes.ts';
import type { ByHandDeps } from './by-hand/run-by-hand.ts';
import { fillRoutes } from './fill/fill-routes.ts';
import type { MakeDeps } from './fill/make-transaction.ts';
import type { Sandbox } from './load-sandbox.ts';
import type { ExamineDeps } from './receiver-doctor/examine-receiver.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

/** The job of examinations; of a sandbox that is only described it stands there and cannot run. */
function examineIn(
  sandbox: Sandbox | undefined,
  needs: Pick<ExamineDeps, 'endpointRules' | 'send'>,
): ReturnType<Sandbox['examinationTask']> {
  return (
    sandbox?.examinationTask(needs) ??
    (async () => invariant(false, 'receivers are examined in the sandbox alone'))
  );
}

/** The job that fills and clears; of a sandbox that is only described it stands there and cannot run. */
const fillIn = (
  sandbox: Sandbox | undefined,
  byHand: ByHandDeps & MakeDeps,
): ReturnType<Sandbox['fillTask']> =>
  sandbox?.fillTask(byHand) ?? (async () => invariant(false, 'tenants are filled in the sandbox alone'));

/** Describes the routes of the sandbox, which is loaded in the test environment alone; production has none of them, nor the portal there. */
export const createSandbox = (
  { config: { environment, portalUrl } }: Kernel,
  sandbox: Sandbox | undefined,
  byHand: ByHandDeps & MakeDeps,
  needs: Pick<ExamineDeps, 'endpointRules' | 'send'>,
): Module => ({
  routes: [
    ...(environment === 'production' ? [] : sandboxRoutes({ sandboxSteps: sandbox })),
    ...(environment === 'production' || portalUrl === undefined
      ? []
      : [...byHandRoutes(sandbox?.openByHand(byHand)), ...fillRoutes(sandbox?.openFilling(byHand))]),
  ],
  tasks:
    environment === 'production'
      ? {}
      : {
          'examine-receiver': examineIn(sandbox, needs),
          'fill-sandbox': fillIn(sandbox, byHand),
          'go-on-with-fills': async () => sandbox?.goOnWithFills(),
        },
  schedule:
    environment === 'production' ? [] : [{ task: 'go-on-with-fills', match: '* * * * *', queue: 'upkeep' }],
  tables: {
    sandbox_runs: 'deployment',
    sandbox_refused_calls: 'deployment',
    sandbox_fills: 'deployment',
    receiver_examinations: 'deployment',
  },
  startsWith: 'jobs',
  start: async () => sandbox?.start() ?? { stop: async () => undefined },
});
