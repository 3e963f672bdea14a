import { join } from 'node:path';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import type { TenantKey, TenantKeys } from '@titular/server/tenants/keys/tenant-keys.ts';
import { type Child, startChild } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import type { LoadPlan, LoadResult } from '../harness/send-load.ts';
import { addReadable, readMessage, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { enrol, randomDescriptor } from './fill-gallery.ts';
import type { GalleryPlace } from './open-child.ts';
import type { AskTenants, TenantsTold } from './search-tenants.ts';
import type { AskDecide } from './serve-searching.ts';

/** Status reads beside decisions and without, medians of rounds, and enrolments at full speed. */
export type BesideResult = {
  faces: number;
  rounds: number;
  aloneP99Ms: number;
  besideP99Ms: number;
  decidedPerSecond: number;
  failures: number;
  enrolledPerSecond: number;
};

/** Searches of many tenants within a bound. */
export type WithinResult = TenantsTold & { tenants: number; faces: number; bound: number };

const FACES = 200_000;
const ROUNDS = 3;
const READS_PER_SECOND = 500;
const DECISIONS_PER_SECOND = 20;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;
const TENANTS = 30;
const MIN_MEGABYTES = 16;
/** Of all galleries, the bound holds one in so many: 512 MB of 30 with 100,000 faces each. */
const PARTS = 4.4;
const MEGABYTES_A_FACE = 0.00075;
const SEARCH_ROUNDS = 2;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const tenantKeysOf = ({ database, masterKeys }: Harness): TenantKeys =>
  createTenantKeys(database.db, masterKeys);

function firstTenant({ tenants }: Harness): BenchTenant {
  const [tenant] = tenants;
  if (!tenant) throw new Error('the harness has a tenant');
  return tenant;
}

const failuresOf = ({ byStatus, answered }: LoadResult): number => answered - (byStatus[200] ?? 0);

async function measureReads(
  harness: Harness,
  sender: Child,
  seconds: number,
): Promise<Omit<BesideResult, 'faces' | 'enrolledPerSecond'>> {
  const tenant = firstTenant(harness);
  const { tenantId } = tenant;
  const ids = await addReadable(harness, tenant);
  const plan: LoadPlan = {
    port: Number(new URL(harness.url).port),
    ...{ seconds, connections: CONNECTIONS, ratePerSecond: READS_PER_SECOND },
    messages: ids.map((id) => readMessage(tenant, SERVICE_PATHS.read, id)),
  };
  const decide = (ratePerSecond: number, forSeconds: number): Promise<number> =>
    harness.server.ask<number>({
      decide: { tenantId, seconds: forSeconds, ratePerSecond },
    } satisfies AskDecide);
  await decide(DECISIONS_PER_SECOND, WARM_UP_SECONDS);
  await sender.ask<LoadResult>({ ...plan, seconds: WARM_UP_SECONDS });
  const [alone, beside, rates]: number[][] = [[], [], []];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await sender.ask<LoadResult>(plan);
    const [busy, rate] = await Promise.all([
      sender.ask<LoadResult>(plan),
      decide(DECISIONS_PER_SECOND, seconds),
    ]);
    alone?.push(quiet.p99Ms);
    beside?.push(busy.p99Ms);
    rates?.push(rate);
    failures += failuresOf(quiet) + failuresOf(busy);
  }
  return {
    ...{ rounds: ROUNDS, failures, aloneP99Ms: medianOf(alone ?? []), besideP99Ms: medianOf(beside ?? []) },
    decidedPerSecond: medianOf(rates ?? []),
  };
}

/** Fills a gallery of the first tenant, and measures status reads beside decisions about it, and enrolments alone. */
export async function measureBeside(harness: Harness, seconds: number): Promise<BesideResult> {
  const { tenantId } = firstTenant(harness);
  await enrol(harness.database.db, tenantId, await tenantKeysOf(harness)(tenantId), FACES);
  const sender = await startChild('harness/send-load.ts', '');
  try {
    const reads = await measureReads(harness, sender, seconds);
    const full = { decide: { tenantId, seconds } } satisfies AskDecide;
    return { faces: FACES, ...reads, enrolledPerSecond: await harness.server.ask<number>(full) };
  } finally {
    await sender.stop();
  }
}

async function addTenants(harness: Harness, faces: number) {
  const { database, masterKeys } = harness;
  const tenantKeys = tenantKeysOf(harness);
  const operator = { db: database.db, clock: systemClock, actor: 'bench' };
  const add = async (): Promise<{ tenantId: TenantId; key: TenantKey }> => {
    const tenantId = await createTenant(operator, masterKeys, { name: 'Bench' });
    return { tenantId, key: await tenantKeys(tenantId) };
  };
  const warmUp = await add();
  await enrol(database.db, warmUp.tenantId, warmUp.key, 100);
  const tenants: AskTenants['tenants'] = [];
  for (let index = 0; index < TENANTS; index += 1) {
    const { tenantId, key } = await add();
    const planted = randomDescriptor();
    await enrol(database.db, tenantId, key, faces, planted);
    tenants.push({ tenantId, planted: [...planted] });
  }
  return { warmUp: warmUp.tenantId, tenants };
}

/** Searches the galleries of many tenants in a process with room for a part of them. */
export async function measureWithin(harness: Harness, faces: number): Promise<WithinResult> {
  const bound = Math.max(MIN_MEGABYTES, Math.round((TENANTS * faces * MEGABYTES_A_FACE) / PARTS));
  const { connectionString, directory } = harness;
  const added = await addTenants(harness, faces);
  const place: GalleryPlace = { connectionString, keyFile: join(directory, 'master.key'), megabytes: bound };
  const child = await startChild('galleries/search-tenants.ts', JSON.stringify(place));
  try {
    const told = await child.ask<TenantsTold>({ ...added, rounds: SEARCH_ROUNDS } satisfies AskTenants);
    return { ...told, tenants: TENANTS, faces, bound };
  } finally {
    await child.stop();
  }
}
