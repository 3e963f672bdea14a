import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import {
  createGalleries,
  type Galleries,
  type GalleryAnswer,
} from '@titular/server/faces/gallery/gallery.ts';
import type { GalleryQuestion } from '@titular/server/faces/gallery/prepared-search.ts';
import {
  insertTemplate,
  type NewTemplate,
  openDescriptor,
} from '@titular/server/faces/gallery/template-store.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database, type Db } from '@titular/server/kernel/database/connect.ts';
import { fixedMasterKeys, type MasterKey, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newWrappedDataKey, type TenantKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';

/** The engine version of the ground. */
export const ENGINE = 'first/1';

/** What stands for an identity, by a number. */
export const hashOf = (identity: number): Buffer => Buffer.alloc(32, identity + 1);

/** A descriptor as engines make them: 128 numbers, about one long. */
export const randomDescriptor = (random: () => number = Math.random): Float32Array =>
  Float32Array.from({ length: 128 }, () => (random() - 0.5) * 0.2);

/** A question about a face of nobody's, unless changed. */
export const questionOf = (changes: Partial<GalleryQuestion> = {}): GalleryQuestion => ({
  ...{ identityKey: 'cpf', engineVersion: ENGINE, exceptIdentityHashes: [] },
  ...changes,
});

/** The nearest face of an answer; one without a search is an error. */
export function nearestOf(answer: GalleryAnswer): number | undefined {
  if (answer.kind !== 'searched') throw new Error('nothing was searched');
  return answer.nearest;
}

/** Memory in MB and threads of a process. */
type Sizes = { megabytes?: number; threads?: number };

/** A process as the others see it: connections and a memory of its own. */
type Holder = { db: Database['db']; galleries: Galleries; logged: string[] };

/** A tenant of the ground, with what is done to its faces. */
type GalleryTenant = {
  tenantId: TenantId;
  key: TenantKey;
  enrol(changes?: Partial<NewTemplate>, db?: Db): Promise<string>;
  /** What a search has to find: the rows of the database, opened one by one and compared. */
  searchNaively(question: GalleryQuestion, descriptor: Float32Array): Promise<number | undefined>;
};

/** A database with one tenant or more, and as many that hold their faces as a test opens. */
export type GalleryFixture = GalleryTenant & {
  connectionString: string;
  masterKeyText: string;
  db: Database['db'];
  clock: ManualClock;
  open(limit?: number, sizes?: Sizes): Holder;
  addTenant(): Promise<GalleryTenant>;
  countFaces(): Promise<number>;
  /** How many connections of this name there are. */
  countSessions(name: string): Promise<number>;
  close(): Promise<void>;
};

function newHolder(
  {
    connectionString,
    masterKeyText,
    clock,
  }: Pick<GalleryFixture, 'connectionString' | 'masterKeyText' | 'clock'>,
  limit: number,
  { megabytes = 64, threads = 2 }: Sizes,
) {
  const database = connect(connectionString, 4, () => undefined);
  const logged: string[] = [];
  const log = pino(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(JSON.parse(chunk.toString()).msg);
        done();
      },
    }),
  );
  const tenantKeys = fixedMasterKeys(parseMasterKey(masterKeyText)).then((masterKeys) =>
    createTenantKeys(database.db, masterKeys),
  );
  const galleries = createGalleries({
    ...{ db: database.db, clock, log, threads },
    bounds: { galleryLimit: limit, galleryMemoryMb: megabytes },
    tenantKeys: async (tenantId) => (await tenantKeys)(tenantId),
  });
  return { database, holder: { db: database.db, galleries, logged } };
}

const newTenant = async (db: Db, masterKey: MasterKey): Promise<Pick<GalleryTenant, 'tenantId' | 'key'>> => {
  const tenantId = newId() as TenantId;
  await insertTenant(db, tenantId, 'Tenant', newWrappedDataKey(masterKey, tenantId));
  return { tenantId, key: await createTenantKeys(db, await fixedMasterKeys(masterKey))(tenantId) };
};

async function addTenant(
  { db, clock }: Pick<GalleryFixture, 'db' | 'clock'>,
  masterKey: MasterKey,
): Promise<GalleryTenant> {
  const { tenantId, key } = await newTenant(db, masterKey);
  return {
    ...{ tenantId, key },
    enrol: async (changes = {}, on = db) => {
      const template = {
        ...{ templateId: newId(), engineVersion: ENGINE, descriptor: randomDescriptor(), identityKey: 'cpf' },
        ...{ identityHash: randomBytes(32), place: 1, at: clock.now() },
        subject: { kind: 'transaction', id: newId() } as const,
        ...changes,
      };
      if (!(await insertTemplate(on, tenantId, key, template))) throw new Error('the place is taken');
      return template.templateId;
    },
    searchNaively: async ({ identityKey, engineVersion, exceptIdentityHashes }, descriptor) => {
      const rows = await db
        .selectFrom('face_templates')
        .select(['template_id', 'identity_hash', 'sealed_descriptor'])
        .where('tenant_id', '=', tenantId)
        .where((row) => row.or([row('identity_key', '=', identityKey), row('identity_key', 'is', null)]))
        .where('engine_version', '=', engineVersion)
        .execute();
      const distances = rows
        .filter((row) => !exceptIdentityHashes.some((hash) => hash.equals(row.identity_hash)))
        .map((row) =>
          euclideanDistance(openDescriptor(key, row.template_id, row.sealed_descriptor), descriptor),
        );
      return distances.length === 0 ? undefined : Math.min(...distances);
    },
  };
}

/** Opens a ground. */
export async function openGalleryFixture(): Promise<GalleryFixture> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 4, () => undefined);
  const { db } = database;
  const masterKeyText = randomBytes(32).toString('base64');
  const masterKey = parseMasterKey(masterKeyText);
  const clock = createManualClock();
  const shared = { connectionString: clone.connectionString, masterKeyText, clock };
  const databases = [database];
  const memories: Galleries[] = [];
  return {
    ...{ ...shared, db },
    ...(await addTenant({ db, clock }, masterKey)),
    addTenant: () => addTenant({ db, clock }, masterKey),
    open: (limit = 1_000, sizes = {}) => {
      const { database: own, holder } = newHolder(shared, limit, sizes);
      databases.push(own);
      memories.push(holder.galleries);
      return holder;
    },
    countFaces: async () => (await db.selectFrom('face_templates').select('template_id').execute()).length,
    countSessions: async (name) =>
      (await sql`SELECT FROM pg_stat_activity WHERE application_name = ${name}`.execute(db)).rows.length,
    close: async () => {
      for (const galleries of memories) galleries.close();
      await Promise.all(databases.map((one) => one.close()));
      await clone.drop();
    },
  };
}

const SEARCH_THREAD = 'gallery search';

/** The search threads that this process starts from now on. */
export function watchThreads(onThread: (thread: Worker) => void = () => undefined): Worker[] {
  const threads: Worker[] = [];
  const note = (thread: Worker): void => {
    if (thread.threadName !== SEARCH_THREAD) return;
    threads.push(thread);
    onThread(thread);
  };
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
  return threads;
}
