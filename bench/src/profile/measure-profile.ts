import { sql } from 'kysely';
import { type Harness, limitRate } from '../harness/harness.ts';
import { type Cost, measureCostly } from '../harness/measure-cost.ts';
import { type Load, measureHttp } from '../harness/measure-http.ts';
import { createLoad, readLoad } from '../requests/loads.ts';
import { addReadable, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { ASK_BEGIN_PROFILE, ASK_PROFILE, type ProcessProfile } from './profile-process.ts';

/** Where the time of one kind of request went, all of it for one request. */
export type RequestProfile = {
  what: string;
  requests: number;
  cost: Cost;
  /** Bytes that tables and indexes grew by. */
  tableBytes: number;
  allocatedBytes: number;
  statements: number;
  statementMs: number;
  /** Self time by module in milliseconds, the greatest first. */
  modules: Record<string, number>;
};

const READABLE = 1_000;
const WARM_SECONDS = 2;

async function databaseBytes({ database }: Harness): Promise<number> {
  const { rows } = await sql<{
    bytes: string;
  }>`SELECT pg_database_size(current_database())::text AS bytes`.execute(database.db);
  return Number(rows[0]?.bytes);
}

async function profileLoad(
  harness: Harness,
  { what, load, status }: { what: string; load: Load; status: number },
  seconds: number,
): Promise<RequestProfile> {
  await measureHttp(load, WARM_SECONDS, status);
  const bytesBefore = await databaseBytes(harness);
  await harness.server.ask<true>(ASK_BEGIN_PROFILE);
  const { answered, cost } = await measureCostly(harness, { server: harness.server, load, status }, seconds);
  const profile = await harness.server.ask<ProcessProfile>(ASK_PROFILE);
  const each = (sum: number): number => sum / answered;
  return {
    ...{ what, requests: answered, cost },
    tableBytes: each((await databaseBytes(harness)) - bytesBefore),
    allocatedBytes: each(profile.allocatedBytes),
    statements: each(profile.statements),
    statementMs: (profile.statementSeconds * 1_000) / Math.max(1, profile.statements),
    modules: Object.fromEntries(
      Object.entries(profile.selfMs)
        .map(([name, ms]): [string, number] => [name, each(ms)])
        .toSorted((a, b) => b[1] - a[1]),
    ),
  };
}

/** Profiles creates, status reads, tokens and refusals above the rate; the last tenant of the harness is limited for it. */
export async function measureProfile(harness: Harness, seconds: number): Promise<RequestProfile[]> {
  const { url, tenants, database } = harness;
  const [reader] = tenants;
  const limited = tenants.at(-1);
  if (!reader || !limited) throw new Error('the bench needs a tenant');
  const ids = await addReadable(harness, reader, READABLE);
  const create = {
    what: 'create',
    status: 200,
    load: createLoad(url, SERVICE_PATHS.create, tenants.slice(0, -1)),
  };
  const read = {
    what: 'status read',
    status: 200,
    load: readLoad(url, (id) => SERVICE_PATHS.read + id, reader, ids),
  };
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: reader.clientId,
    client_secret: reader.clientSecret,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = {
    what: 'token',
    status: 200,
    load: { url, method: 'POST' as const, next: () => ({ path: SERVICE_PATHS.token, body, headers }) },
  };
  const refused = { what: '429', status: 429, load: createLoad(url, SERVICE_PATHS.create, [limited]) };
  const profiles: RequestProfile[] = [];
  for (const one of [create, read, token]) profiles.push(await profileLoad(harness, one, seconds));
  await limitRate(database.db, limited.tenantId, 1);
  profiles.push(await profileLoad(harness, refused, seconds));
  return profiles;
}
