import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '@titular/embedded-postgres/process/start-embedded-database.ts';

/** Starts a server with settings of its own, apart from the one whose databases other tests clone; `stop` removes it. */
export async function startOwnServer(
  extraSettings: Readonly<Record<string, string>>,
): Promise<EmbeddedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  // Lets the account that runs PostgreSQL for root pass through.
  await chmod(directory, 0o711);
  const server = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'data'),
    systemDirectory: join(directory, 'system'),
    log: () => undefined,
    durable: false,
    extraSettings,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
