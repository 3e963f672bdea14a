import { isAuditSeparate } from '@titular/server/audit/index.ts';
import { describeMissing, isComplete, type Plan } from '@titular/server/kernel/database/migrate/plan.ts';
import { PORTAL_POOL } from '@titular/server/kernel/http/portal/portal-database.ts';
import { listDifferences, listNodes, OWN_CONNECTIONS, SKEW_LIMITS } from '@titular/server/nodes/index.ts';
import { StartRefused } from '@titular/server/tenants/index.ts';
import { sql } from 'kysely';
import { type Check, cannotTell, type Finding, nameSome, ok, toDo } from './check.ts';

const OLDEST_MAJOR = 15;

/** Judges a major version of PostgreSQL. */
export const judgeVersion = (major: number): Finding =>
  major >= OLDEST_MAJOR
    ? ok(`The database is PostgreSQL ${major}.`)
    : toDo(`Upgrade PostgreSQL ${major} to ${OLDEST_MAJOR} or newer.`);

/** Checks the version of PostgreSQL. */
export const serverVersion: Check = {
  name: 'database-version',
  looksAt: 'the version of PostgreSQL',
  async ask(db) {
    const { rows } = await sql<{ major: number }>`
      SELECT current_setting('server_version_num')::int / 10000 AS major`.execute(db);
    return judgeVersion(rows[0]?.major ?? 0);
  },
};

/** Judges what the role of the service may do outside of its database. */
export const judgeRole = (isSuperuser: boolean): Finding =>
  isSuperuser
    ? toDo(
        'Give the service a role that is no superuser and owns its database: this one can read files of the server and run programs there.',
      )
    : ok('The role of the service is no superuser.');

/** Checks the rights of the role in DATABASE_URL. */
export const databaseRole: Check = {
  name: 'database-role',
  looksAt: 'whether the role of the service is a superuser',
  async ask(db) {
    const { rows } = await sql<{ is_superuser: boolean }>`
      SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user`.execute(db);
    return judgeRole(rows[0]?.is_superuser ?? false);
  },
};

/** Checks connections that server, database and role allow, against TITULAR_DATABASE_POOL of every live node. */
export const connections: Check = {
  name: 'connections',
  looksAt:
    'connections that server, database and role allow, against TITULAR_DATABASE_POOL of every live node',
  async ask(db, { config }) {
    const { rows } = await sql<{ allowed: number }>`
      SELECT least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)) AS allowed
      FROM pg_database d, pg_roles r
      WHERE d.datname = current_database() AND r.rolname = current_user`.execute(db);
    const allowed = rows[0]?.allowed ?? 0;
    const live = (await listNodes(db)).filter(({ isLive }) => isLive).length;
    const nodes = Math.max(1, live);
    const ofPortal = config.portalUrl === undefined ? 0 : PORTAL_POOL;
    const own = OWN_CONNECTIONS + ofPortal + (config.operationsPort === undefined ? 0 : 1);
    const needed = nodes * (config.databasePoolSize + own);
    const sums = `live nodes (${nodes}) may need ${needed} connections, and ${allowed} are allowed`;
    return needed <= allowed
      ? ok(`The ${sums}.`)
      : toDo(
          `Raise max_connections or the limits of database and role, or lower TITULAR_DATABASE_POOL: ${sums}.`,
        );
  },
};

const judgePlan = (plan: Plan): Finding =>
  isComplete(plan)
    ? ok(`The schema is up to date (${plan.applied}).`)
    : toDo(`Run npx titular migrate: the database lacks ${describeMissing(plan)}.`);

/** Checks whether migrations are missing. */
export const schema: Check = {
  name: 'schema',
  looksAt: 'whether migrations are missing',
  async judge({ asked, readPlan }) {
    if ('problem' in asked) return cannotTell(asked.problem);
    try {
      return judgePlan(await readPlan(asked.database));
    } catch (error) {
      if (error instanceof StartRefused) return toDo(error.message);
      throw error;
    }
  },
};

/** Checks whether every live node is ready. */
export const readyNodes: Check = {
  name: 'nodes',
  looksAt: 'whether every live node is ready',
  async ask(db) {
    const live = (await listNodes(db)).filter(({ isLive }) => isLive);
    if (live.length === 0) return cannotTell('No node runs: ask again once the service has started.');
    const unready = live.filter(({ causes }) => causes.length > 0);
    return unready.length === 0
      ? ok(`Every live node is ready: ${live.length}.`)
      : toDo(
          `Remove what keeps nodes from being ready: ${nameSome(unready.map(({ name, causes }) => `${name} (${causes.join(', ')})`))}.`,
        );
  },
};

/** Checks the offset of each live node's clock from the database's. */
export const clocks: Check = {
  name: 'clocks',
  looksAt: "the offset of each live node's clock from the database's",
  async ask(db) {
    const live = (await listNodes(db)).filter(({ isLive }) => isLive);
    if (live.length === 0) return cannotTell('No node runs: ask again once the service has started.');
    const off = live.filter(({ skewSeconds }) => Math.abs(skewSeconds) > SKEW_LIMITS.warned);
    return off.length === 0
      ? ok(`All clocks are within ${SKEW_LIMITS.warned} seconds of the database's.`)
      : toDo(
          `Have NTP set the clocks: ${nameSome(off.map(({ name, skewSeconds }) => `${name} is ${skewSeconds.toFixed(1)} s off`))}.`,
        );
  },
};

/** Checks whether the audit log belongs to a role of its own. */
export const auditRole: Check = {
  name: 'audit-role',
  looksAt: 'whether the audit log belongs to a role of its own',
  ask: async (db) =>
    (await isAuditSeparate(db))
      ? ok('The audit log belongs to a role of its own.')
      : toDo('Run npx titular audit separate: the role of the service can switch the audit log off.'),
};

/** Checks variables that are no settings, and what differs between live nodes. */
export const equalSettings: Check = {
  name: 'settings',
  looksAt: 'variables that are no settings, and settings that differ between live nodes',
  async ask(db, { config: { unknownSettings } }) {
    if (unknownSettings.length > 0)
      return toDo(`Correct variables that are no settings: ${nameSome(unknownSettings)}.`);
    const differences = listDifferences(await listNodes(db));
    return differences.length === 0
      ? ok('Every variable is a setting, and live nodes have the same.')
      : toDo(
          `Make equal on all nodes: ${nameSome(differences.map(({ setting, nodes }) => `${setting} (${nodes.slice(0, 2).join(', ')})`))}.`,
        );
  },
};
