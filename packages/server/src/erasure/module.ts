import type { SignReceipt } from '../evidence/index.ts';
import type { ErasureStep, Kernel, Module, RetentionClass } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { erasureRoutes } from './erasure-routes.ts';
import { erasureTasks } from './erasure-tasks.ts';
import type { Ledger } from './ledger/ledger-file.ts';
import { repeatErasures } from './ledger/repeat-erasures.ts';
import { retentionGauge } from './retention-gauge.ts';

/** What erasing needs of others: `steps` are the places of all nouns that hold something of a person, `retention` their classes of data. */
export type ErasureNeeds = {
  tenantKeys: TenantKeys;
  signReceipt: SignReceipt;
  steps: readonly ErasureStep[];
  retention: readonly RetentionClass[];
  /** Where erasures are written down outside the database; undefined where nowhere. */
  ledger: Ledger | undefined;
};

/** Erases persons everywhere, on request and when their time is over. */
export function createErasure(kernel: Kernel, needs: ErasureNeeds): Module {
  const { config, db, pool, clock, log } = kernel;
  const deps = { ...needs, db, clock };
  return {
    routes: erasureRoutes(deps),
    prepare: async () => {
      if (needs.ledger) await repeatErasures({ ...deps, log }, needs.ledger.file);
    },
    tasks: erasureTasks({ ...deps, pool, log, isSweepOn: config.erasureSweep }),
    schedule: [
      { task: 'erase-outlived-persons', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'sweep-after-erasure', match: '* * * * *', queue: 'sweep' },
    ],
    metrics: [retentionGauge(needs.retention, clock)],
    // What was erased is counted, and never named.
    tables: { erasures: 'deployment', erasure_sweeps: 'deployment' },
  };
}
