import { inject } from 'vitest';
import type { TestService } from '../start-test-service.ts';
import { asSuperuser } from './test-server.ts';

/** The name of a test service's database, for statements about it from outside. */
export const databaseNameOf = ({ config }: Pick<TestService, 'config'>): string =>
  /@\/([a-z0-9_]+)\?/.exec(config.databaseUrl ?? '')?.[1] ?? '';

/** Cuts every connection to a service's database, which lets nobody in until the function that it gives is called. */
export async function cutDatabase(service: Pick<TestService, 'config'>): Promise<() => Promise<void>> {
  const name = databaseNameOf(service);
  const server = inject('databaseServer');
  const allow = async (isAllowed: boolean): Promise<void> =>
    asSuperuser(server, async (client) => {
      await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${isAllowed}`);
    });
  await allow(false);
  await asSuperuser(server, async (client) => {
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  });
  return () => allow(true);
}
