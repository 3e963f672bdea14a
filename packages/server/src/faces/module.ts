import type { FaceEngine } from '@titular/face-engine';
import { type RawBuilder, sql } from 'kysely';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { type DueSpan, oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { Kernel, Module } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { countProgressTask, progressGauge } from './change/count-progress.ts';
import { leftBehindCache } from './change/left-behind.ts';
import {
  createOtherMeasures,
  type OtherEngine,
  type OtherMeasures,
  otherMeasured,
  restCache,
} from './change/other-engine.ts';
import { deleteOutlivedTask } from './gallery/delete-outlived.ts';
import { createGalleries, type Galleries, keepSwept } from './gallery/gallery.ts';
import { galleryMetrics } from './gallery/gallery-metrics.ts';
import { deleteOldChanges } from './gallery/gallery-store.ts';
import { reportCache } from './gallery/gallery-warnings.ts';
import { deleteWithdrawnTemplates } from './gallery/template-store.ts';
import { watchEngine } from './watch-engine.ts';

/** Days for which it is kept which enrolled face came and went, by its id alone; processes follow it within a minute. */
const FACE_CHANGE_DAYS = 1;

const oldestFaces = (): RawBuilder<unknown> => sql`
  SELECT min(f.used_at + make_interval(days => t.template_retention_days)) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT coalesce(last_matched_at, created_at) AS used_at FROM face_templates WHERE tenant_id = t.tenant_id
    ORDER BY coalesce(last_matched_at, created_at) LIMIT 1
  ) AS f`;

const facesDueWithin = ({ tenantId, from, before, limit }: DueSpan): RawBuilder<unknown> => sql`
  SELECT FROM tenants t CROSS JOIN LATERAL (
    SELECT FROM face_templates WHERE tenant_id = t.tenant_id
      AND coalesce(last_matched_at, created_at) >= ${from} - make_interval(days => t.template_retention_days)
      AND coalesce(last_matched_at, created_at) < ${before} - make_interval(days => t.template_retention_days)
    LIMIT ${limit}
  ) AS f WHERE t.tenant_id = ${tenantId} LIMIT ${limit}`;

/** Enrolled faces and their search in memory, and the engine with its metrics. */
export type FacesModule = Module & {
  galleries: Galleries;
  engine: FaceEngine;
  /** There in a change of engine. */
  otherEngine: OtherMeasures | undefined;
  /** Whether a gallery is nearly full, and why the second engine of a change does not measure; undefined where it does, or there is none. */
  state(): { isGalleryNearlyFull: boolean; otherEngineProblem: string | undefined };
};

/** Opens the memory of enrolled faces for one engine version. */
export function createFaces(
  kernel: Kernel,
  needs: { engine: FaceEngine; otherEngine: OtherEngine | undefined; tenantKeys: TenantKeys },
): FacesModule {
  const { config, db, clock, log } = kernel;
  const { engine, tenantKeys } = needs;
  const otherEngine =
    needs.otherEngine &&
    createOtherMeasures(needs.otherEngine, engine.version, { log, monotonicMs: () => performance.now() });
  const engines = { presentVersion: engine.version, otherEngine };
  const galleries = createGalleries({
    ...{ db, tenantKeys, clock, log, engineVersion: engine.version },
    bounds: config,
    threads: config.galleryThreads,
  });
  const addresses = config.faceEngineUrls?.length ?? 1;
  const watched = watchEngine(engine, config.engineThreads * addresses);
  return {
    galleries,
    engine: watched.engine,
    otherEngine,
    state: () => ({
      isGalleryNearlyFull: galleries.isNearlyFull(),
      otherEngineProblem: otherEngine?.problem(),
    }),
    metrics: [...watched.metrics, otherMeasured, progressGauge(engines), ...galleryMetrics(galleries)],
    caches: [reportCache, leftBehindCache, restCache],
    tasks: {
      'delete-outlived-templates': deleteOutlivedTask(kernel),
      'delete-withdrawn-faces': deleteTask(kernel, 0, deleteWithdrawnTemplates),
      'count-engine-progress': countProgressTask(kernel, engines),
      'delete-old-face-changes': deleteTask(kernel, FACE_CHANGE_DAYS, deleteOldChanges),
    },
    schedule: [
      { task: 'delete-outlived-templates', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-withdrawn-faces', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-face-changes', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'count-engine-progress', match: '*/10 * * * *', queue: 'upkeep' },
    ],
    retention: [
      {
        key: 'faces',
        data: 'The enrolled face of an identity, and the reference it rests on: sealed labels, and photographs where you asked to keep them',
        from: 'the last time it matched, or its enrolment',
        days: { setting: 'template-retention-days' },
        isHeld: false,
        oldestDue: oldestFaces,
        dueWithin: facesDueWithin,
      },
      {
        key: 'withdrawn-faces',
        data: 'The enrolled face of a person who asked on the page for its deletion, after a check that confirmed them',
        from: 'the end of that check',
        days: { setting: 'capture-retention-days' },
        isHeld: false,
        oldestDue: () => sql`SELECT min(erase_at) AS due FROM face_templates WHERE erase_at IS NOT NULL`,
      },
      {
        key: 'face-changes',
        data: 'Changes of enrolled faces, by id alone, for the processes that hold faces in memory',
        from: 'the change',
        days: FACE_CHANGE_DAYS,
        isHeld: false,
        oldestDue: oldestDueOf('face_changes', 'at', FACE_CHANGE_DAYS),
      },
    ],
    tables: {
      face_templates: 'person',
      face_changes: 'person',
      face_disputes: 'person',
      face_references: 'person',
      reference_photographs: 'person',
      face_galleries: 'deployment',
      engine_progress: 'deployment',
    },
    start: async () => ({ stop: keepSwept(galleries), afterRequests: true }),
  };
}
