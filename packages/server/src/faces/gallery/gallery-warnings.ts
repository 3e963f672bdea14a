import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { type Gallery, listFullest } from './gallery-store.ts';

const REPORT_SECONDS = 60;
const WARN_SECONDS = 3_600;
/** The part of the limit from which on an operator is warned. */
const NEARLY_FULL = 0.8;

/** What warnings need; with an engine version, only its galleries are warned of. */
export type WarningDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
  limit: number;
  engineVersion?: string;
};

const WHAT_TO_RAISE =
  'raise TITULAR_GALLERY_MEMORY_MB (about 0.75 kB a face), and TITULAR_GALLERY_LIMIT if it is set';

/** Galleries whose limit was reported. */
export const reportCache = defineCache('reported_galleries', 10_000);

/** Tells the operator that the limit of a gallery was met; for one gallery at most once a minute. */
export type ReportLimit = (tenantId: TenantId, gallery: Gallery, faces: number) => void;

/** One line for each gallery a minute. */
export function createLimitReport({ clock, log, limit }: WarningDeps): ReportLimit {
  const reportedAt = reportCache.open<Date>();
  return (tenantId, { identityKey, engineVersion }, faces) => {
    const name = `${tenantId}/${identityKey}/${engineVersion}`;
    const now = clock.now();
    const last = reportedAt.get(name);
    if (last && now < addSeconds(last, REPORT_SECONDS)) return;
    reportedAt.set(name, now);
    log.warn(
      { tenantId, kind: identityKey, engineVersion, faces, limit },
      `the gallery of tenant ${tenantId} holds ${faces} faces, its limit is ${limit}: nobody new of this kind is enrolled; ${WHAT_TO_RAISE}`,
    );
  };
}

/** Looks for galleries that fill up, and warns of each once an hour, before its limit decides anything. */
export function createFillWatch({ db, clock, log, limit, engineVersion }: WarningDeps): {
  isNearlyFull: () => boolean;
  look: () => Promise<void>;
} {
  const warnedAt = new Map<string, Date>();
  let isNearlyFull = false;
  return {
    isNearlyFull: () => isNearlyFull,
    async look() {
      const found = await listFullest(db, Math.ceil(limit * NEARLY_FULL), engineVersion);
      isNearlyFull = found.length > 0;
      const now = clock.now();
      for (const [name, at] of warnedAt) if (now >= addSeconds(at, WARN_SECONDS)) warnedAt.delete(name);
      for (const { tenantId, identityKey: kind, engineVersion: version, faces } of found) {
        const name = `${tenantId}/${kind}/${version}`;
        if (warnedAt.has(name)) continue;
        warnedAt.set(name, now);
        log.warn(
          { tenantId, kind, engineVersion: version, faces, limit },
          `the gallery of tenant ${tenantId} holds ${faces} of ${limit} faces: ${WHAT_TO_RAISE}, before nobody new of this kind is enrolled`,
        );
      }
    },
  };
}
