import type { Kernel, Module } from '../module.ts';
import type { Sandbox } from './load-sandbox.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

/** Describes the routes of the sandbox, which is loaded in the test environment alone; production has none of them. */
export const createSandbox = ({ config }: Kernel, sandbox: Sandbox | undefined): Module => ({
  routes: config.environment === 'production' ? [] : sandboxRoutes({ sandboxSteps: sandbox }),
  tables: { sandbox_runs: 'deployment', sandbox_refused_calls: 'deployment' },
  startsWith: 'jobs',
  start: async () => sandbox?.start() ?? { stop: async () => undefined },
});
