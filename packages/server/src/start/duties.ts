import type { Config, Role } from '../config/setting.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { Duty } from '../module.ts';

const DUTIES: Readonly<Record<Exclude<Role, 'engine'>, readonly Duty[]>> = {
  all: ['calls', 'jobs'],
  api: ['calls'],
  worker: ['jobs'],
};

/** The duties of a process; one that shares them needs a database that others can reach. */
export function dutiesOf({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): ReadonlySet<Duty> {
  if (role === 'engine') return new Set();
  if (role !== 'all' && databaseUrl === undefined)
    throw new StartRefused(
      `TITULAR_ROLE ${role} needs DATABASE_URL: the embedded database belongs to one process, which does everything.`,
    );
  return new Set(DUTIES[role]);
}
