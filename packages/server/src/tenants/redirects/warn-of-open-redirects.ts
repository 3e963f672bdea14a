import type { Environment } from '../../config/config.ts';
import type { Log } from '../../kernel/base/log.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { listUndecidedRedirects } from '../tenant-store.ts';

const MAX_NAMED = 20;

/** Tells the log in production which companies send people to any https host without having said so: those of earlier versions (ASVS 3.7.2). */
export async function warnOfOpenRedirects(db: Db, environment: Environment, log: Log): Promise<void> {
  if (environment !== 'production') return;
  const companies = await listUndecidedRedirects(db, MAX_NAMED);
  if (companies.length === 0) return;
  log.warn(
    { companies },
    'these companies let the page go to any https host at the end: name their hosts with npx titular settings set redirect-hosts=..., or say redirect-hosts=any',
  );
}
