import type { Config, Role } from '../config/setting.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { Duty } from '../module.ts';

const DUTIES: Readonly<Record<Exclude<Role, 'engine'>, readonly Duty[]>> = {
  all: ['calls', 'jobs'],
  api: ['calls'],
  worker: ['jobs'],
};

/** The duties of a process. One that answers no calls needs a database that others can reach; one that does no jobs may wait for an operator, as after a restore. */
export function dutiesOf({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): ReadonlySet<Duty> {
  if (role === 'engine') return new Set();
  if (role === 'worker' && databaseUrl === undefined)
    throw new StartRefused(
      'TITULAR_ROLE worker needs DATABASE_URL: the embedded database belongs to one process, which answers the calls.',
    );
  return new Set(DUTIES[role]);
}
