import { sql } from 'kysely';
import { OperatorRefusal } from '../audit/index.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import type { Db } from '../kernel/database/connect.ts';
import { engineFits, listNodes } from '../nodes/index.ts';
import type { End, MoveDeps } from './end.ts';

/** The first release that filters replicated rows. */
const MIN_SERVER = 150_000;

type Facts = {
  version: number;
  schema: number;
  environment: string;
  walLevel: string;
  maySend: boolean;
  maySubscribe: boolean;
};

async function readFacts({ db }: Pick<End, 'db'>): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('wal_level') AS "walLevel",
      (SELECT max(number) FROM schema_migrations) AS schema, (SELECT environment FROM deployment) AS environment,
      r.rolsuper OR r.rolreplication AS "maySend",
      r.rolsuper OR EXISTS (SELECT FROM pg_roles s
        WHERE s.rolname = 'pg_create_subscription' AND pg_has_role(s.oid, 'MEMBER')) AS "maySubscribe"
    FROM pg_roles r WHERE r.rolname = current_user`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database knows no role of ours');
  return facts;
}

/** The sentence for the first thing in which the databases differ and may not, with what to do about it. */
function differenceOf(source: Facts, target: Facts): string | undefined {
  if (Math.min(source.version, target.version) < MIN_SERVER)
    return 'Both databases need PostgreSQL 15 or newer: earlier ones cannot replicate the rows of one tenant.';
  if (source.schema !== target.schema)
    return `The databases have schemas ${source.schema} and ${target.schema}: run the same release of titular on both, then repeat this command.`;
  if (source.environment !== target.environment)
    return `A tenant stays in its environment: this deployment is ${source.environment}, the other ${target.environment}.`;
  return undefined;
}

/** The sentence for the first thing that keeps the databases from replicating, with what to do about it. */
function lackOf(source: Facts, target: Facts): string | undefined {
  if (source.walLevel !== 'logical')
    return `The database of this deployment has wal_level ${source.walLevel}: ALTER SYSTEM SET wal_level = 'logical', restart PostgreSQL, then repeat this command.`;
  if (!source.maySend)
    return "The role of this deployment's DATABASE_URL may not replicate: ALTER ROLE … REPLICATION, then repeat this command.";
  if (!target.maySubscribe)
    return "The role of the other deployment's DATABASE_URL may not subscribe: GRANT pg_create_subscription TO … (PostgreSQL 15: make it a superuser for the move), then repeat this command.";
  return undefined;
}

async function hasObjects(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM capture_frames WHERE tenant_id = ${tenantId} AND object_name IS NOT NULL
    UNION ALL SELECT FROM object_dues WHERE tenant_id = ${tenantId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Refuses while a node runs another release: an earlier one would answer a tenant that was closed. */
async function requireRelease({ db, name }: End): Promise<void> {
  const version = programVersion();
  const other = (await listNodes(db)).find((node) => node.isLive && node.version !== version);
  if (!other) return;
  throw new OperatorRefusal(
    'forbidden',
    `The node ${other.name} on ${name} runs release ${other.version}, and this command is of ${version}: bring every node of both deployments to one release first.`,
  );
}

const liveNodes = async ({ db }: End) => (await listNodes(db)).filter(({ isLive }) => isLive);

/** The sentence for what the target would judge otherwise: enrolled faces that it cannot compare, or more loosely than the source does. */
async function findLooser(source: End, target: End): Promise<string | undefined> {
  const there = await liveNodes(target);
  for (const one of await liveNodes(source)) {
    const other = there.find((node) => !engineFits(one, node));
    if (other)
      return `The faces of the tenant are measured by ${one.engineVersion}, and the node ${other.name} on ${target.name} runs ${other.engineVersion}: none of them could be compared there.`;
  }
  const [here, beyond] = [source.config, target.config];
  if (beyond.matchThreshold > here.matchThreshold)
    return `Faces count as one person up to ${here.matchThreshold} at this deployment, and up to ${beyond.matchThreshold} at the other: its TITULAR_MATCH_THRESHOLD is looser.`;
  if ((beyond.galleryLimit ?? Number.POSITIVE_INFINITY) < (here.galleryLimit ?? Number.POSITIVE_INFINITY))
    return `The other deployment searches galleries of up to ${beyond.galleryLimit} faces alone: its TITULAR_GALLERY_LIMIT is smaller.`;
  return undefined;
}

/** Refuses a move that cannot succeed, or after which the tenant's faces would be judged otherwise unless that is accepted, before anything of it is begun. */
export async function checkEnds(
  { tenantId, source, target }: MoveDeps,
  { acceptsDifferences }: { acceptsDifferences: boolean },
): Promise<void> {
  const [here, there] = [await readFacts(source), await readFacts(target)];
  const difference = differenceOf(here, there);
  if (difference) throw new OperatorRefusal('forbidden', difference);
  for (const end of [source, target]) await requireRelease(end);
  const looser = acceptsDifferences ? undefined : await findLooser(source, target);
  if (looser)
    throw new OperatorRefusal(
      'forbidden',
      `${looser} Make both deployments alike, or repeat this command with --accept-differences.`,
    );
  const lack = lackOf(here, there);
  if (lack) throw new OperatorRefusal('forbidden', lack);
  const { rows } = await sql`SELECT FROM tenants WHERE tenant_id = ${tenantId}`.execute(target.db);
  if (rows.length > 0)
    throw new OperatorRefusal('forbidden', `The other deployment has a tenant ${tenantId} already.`);
}

/** Refuses while pictures of the tenant lie in a bucket that the target does not use. */
export async function checkPictures({ tenantId, source, target }: MoveDeps): Promise<void> {
  if (source.config.objectsUrl === target.config.objectsUrl) return;
  if (!(await hasObjects(source.db, tenantId))) return;
  throw new OperatorRefusal(
    'forbidden',
    'Pictures of the tenant lie in a bucket that the other deployment does not use: give it the same TITULAR_OBJECTS_URL, or move them first: npx titular pictures move --to database',
  );
}
