import type { Environment } from '../config/config.ts';

/** Throws in production, where nothing of the sandbox may be. */
export function refuseProduction(environment: Environment): void {
  if (environment !== 'test') throw new Error(`there is no sandbox in ${environment}`);
}
