import type { Kernel, Module, RecordAct } from '../module.ts';
import type { EnrolDeps } from './enrol-reference.ts';
import { referenceRoutes } from './reference-routes.ts';

/** What the noun needs of others. */
export type ReferenceNeeds = Pick<EnrolDeps, 'tenantKeys' | 'galleries' | 'engine' | 'otherEngine'> & {
  recordAct?: RecordAct | undefined;
};

/** Faces that operators bring; the rows are those of the faces. */
export function createReferences({ config, db, clock }: Kernel, needs: ReferenceNeeds): Module {
  const { tenantKeys, galleries, engine, otherEngine, recordAct } = needs;
  const { matchThreshold } = config;
  const deps = { db, clock, tenantKeys, galleries, engine, otherEngine, recordAct };
  return {
    routes: referenceRoutes({ ...deps, matchThreshold, galleryBounds: config }),
  };
}
