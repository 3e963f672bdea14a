import type { Examination } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Environment } from '../../config/config.ts';
import { addSeconds, type Clock, secondsBetween } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { type Endpoint, readBackOff } from '../../webhooks/index.ts';
import { refuseProduction } from '../guard.ts';
import {
  beginExamination,
  type ExaminationName,
  findExamination,
  isAbandoned,
  lockBeginnings,
  readTenantLoad,
} from './examination-store.ts';
import { enqueueProbe } from './queue-probe.ts';

/** What beginning an examination needs. */
export type StartDeps = { db: Kysely<Tables>; clock: Clock; environment: Environment };

/** Examinations of one tenant at once, and begun within the seconds of its cool-down. */
const TENANT_LIMITS = { running: 3, begun: 6, seconds: 60 } as const;
/** What who has too many under way is told to wait. */
const FULL_SECONDS = 30;

/** The last examination of an endpoint, as it stands. */
export async function readExamination(
  { db, clock }: Pick<StartDeps, 'db' | 'clock'>,
  name: ExaminationName,
): Promise<Examination> {
  const found = await findExamination(db, name);
  if (!found) return { state: 'none', results: [] };
  const { startedAt, finishedAt, results } = found;
  const ended = isAbandoned(found, clock.now()) ? 'abandoned' : found.ended;
  return {
    state: ended ? 'finished' : 'running',
    startedAt: startedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    ...(ended && { ended }),
    results,
  };
}

const restsFor = (seconds: number): Refusal => Refusal.after('42909', seconds);

/** Refuses with 42909 while an endpoint rests: after an examination, because its deliveries failed, or because the receiver asked for it. */
async function requireRested(
  trx: Db,
  { tenantId, endpointId }: ExaminationName,
  restsUntil: Date | undefined,
  now: Date,
): Promise<void> {
  const backOff = await readBackOff(trx, tenantId, endpointId);
  const until = Math.max(restsUntil?.getTime() ?? 0, backOff?.getTime() ?? 0);
  if (until > now.getTime()) throw restsFor(secondsBetween(now, new Date(until)));
}

/** Refuses with 42909 what a tenant begins beyond its limits. */
async function requireRoom(trx: Db, { tenantId }: ExaminationName, now: Date): Promise<void> {
  const { running, begun, seconds } = TENANT_LIMITS;
  const window = { now, withinSeconds: seconds, limit: begun + running };
  const load = await readTenantLoad(trx, tenantId, window);
  if (load.running >= running) throw restsFor(FULL_SECONDS);
  const oldest = load.begun[begun - 1];
  if (oldest) throw restsFor(secondsBetween(now, addSeconds(oldest, seconds)));
}

/**
 * Begins an examination, with an audit entry in the same commit; while one is under way that one is answered. Refuses with 40070 an endpoint
 * that is off, with 42909 one that rests or that is one too many, and throws in production.
 */
export async function startExamination(
  deps: StartDeps,
  { tenantId, actor }: Actor,
  { endpointId, enabled }: Pick<Endpoint, 'endpointId' | 'enabled'>,
): Promise<Examination> {
  refuseProduction(deps.environment);
  if (!enabled) throw new Refusal('40070');
  const { clock } = deps;
  const name = { tenantId, endpointId };
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      await lockBeginnings(trx, tenantId);
      const now = clock.now();
      const last = await findExamination(trx, name);
      if (last && !last.finishedAt && !isAbandoned(last, now)) return;
      await requireRested(trx, name, last?.restsUntil, now);
      await requireRoom(trx, name, now);
      await beginExamination(trx, name, now);
      const entry = {
        action: 'webhook-endpoint.examine',
        subject: `webhook-endpoint/${endpointId}`,
      } as const;
      await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
      await enqueueProbe(trx, name);
    }),
  );
  return readExamination(deps, name);
}
