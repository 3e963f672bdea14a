import type { Environment } from '../config/config.ts';
import type { loadSandbox } from '../sandbox/load-sandbox.ts';

/** Loads the sandbox in the test environment alone: production has neither its code nor its routes. */
export async function openSandbox(environment: Environment): Promise<typeof loadSandbox | undefined> {
  if (environment !== 'test') return undefined;
  const sandbox = await import('../sandbox/load-sandbox.ts');
  return sandbox.loadSandbox;
}
