import { type EmbeddedDatabaseOptions, openInstance } from './open-instance.ts';
import { type PostmasterExit, runPostmaster } from './run-postmaster.ts';

export type { EmbeddedDatabaseOptions } from './open-instance.ts';
export type { PostmasterExit } from './run-postmaster.ts';

/**
 * A running server. `connectionString` is the service's: owner of its database, no superuser. `exited` resolves when the server ends,
 * asked or not; after an unasked end, `stop` still frees the data directory.
 */
export type EmbeddedDatabase = {
  connectionString: string;
  superuserConnectionString: string;
  exited: Promise<PostmasterExit>;
  stop(): Promise<void>;
};

/** Starts PostgreSQL on the data directory, held by this process alone until `stop`; throws one sentence when another process holds it. */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const instance = await openInstance(options);
  try {
    const postmaster = await runPostmaster(instance);
    const { connectionString, superuserConnectionString } = instance;
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= postmaster.stop().finally(instance.release);
      return stopped;
    };
    return { connectionString, superuserConnectionString, exited: postmaster.exited, stop };
  } catch (error) {
    await instance.release();
    throw error;
  }
}
