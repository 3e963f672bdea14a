import type { loadSandbox, Sandbox } from '../sandbox/load-sandbox.ts';

/** Loads the sandbox in the test environment alone: production has neither its code nor its routes. */
export async function openSandbox(deps: Parameters<typeof loadSandbox>[0]): Promise<Sandbox | undefined> {
  if (deps.environment !== 'test') return undefined;
  const sandbox = await import('../sandbox/load-sandbox.ts');
  return sandbox.loadSandbox(deps);
}
