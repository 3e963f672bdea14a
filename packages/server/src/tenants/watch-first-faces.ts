import type { Environment } from '../config/config.ts';
import type { Log } from '../kernel/base/log.ts';
import type { Db } from '../kernel/database/connect.ts';
import { listTrustingCompanies } from './tenant-store.ts';

const MAX_NAMED = 20;
const LOOK_EVERY_MS = 60_000;

/** Watches whether companies in production take the first face that comes for the identity, and names them to the log whenever they change. */
export type FirstFaces = {
  look(): Promise<void>;
  /** Whether a company did so at the last look. */
  areTrusted(): boolean;
};

/** Begins with nothing known; outside production nothing is looked at. */
export function createFirstFaces(db: Db, environment: Environment, log: Log): FirstFaces {
  let known: readonly string[] = [];
  return {
    async look() {
      if (environment !== 'production') return;
      const companies = await listTrustingCompanies(db, MAX_NAMED);
      const isNews = companies.length > 0 && companies.join() !== known.join();
      known = companies;
      if (isNews)
        log.warn(
          { companies },
          'these companies take the first face that comes for the identity: enrol reference faces, then run npx titular settings set template-policy=require-reference',
        );
    },
    areTrusted: () => known.length > 0,
  };
}

/** Looks now, so that a fault ends the start, and then once a minute; a later fault is told and leaves what was known. */
export async function watchFirstFaces(firstFaces: FirstFaces, log: Log): Promise<() => Promise<void>> {
  await firstFaces.look();
  let looking = Promise.resolve();
  const look = (): Promise<void> =>
    firstFaces.look().catch((error: unknown) => {
      log.warn({ err: error }, 'it could not be read which companies believe first faces');
    });
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
