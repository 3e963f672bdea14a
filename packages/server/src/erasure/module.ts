import type { SignReceipt } from '../evidence/index.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { ErasureStep, Kernel, Module, RetentionClass } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { WAITING_SECONDS } from '../two-person/index.ts';
import { erasureRoutes } from './erasure-routes.ts';
import { erasureTasks } from './erasure-tasks.ts';
import type { Ledger } from './ledger/ledger-file.ts';
import { repeatErasures } from './ledger/repeat-erasures.ts';
import { deleteOldProposals } from './proposals/proposal-store.ts';
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

const DAY_SECONDS = 86_400;

/** What erasing itself keeps of a person. */
const proposalRetention: RetentionClass = {
  key: 'erasure-proposals',
  data: 'Whose erasure a person of the staff proposed and another has not approved yet, sealed',
  from: 'the proposal',
  days: WAITING_SECONDS / DAY_SECONDS,
  isHeld: false,
  oldestDue: oldestDueOf('erasure_proposals', 'expires_at', 0),
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
    tasks: {
      ...erasureTasks({ ...deps, pool, log, isSweepOn: config.erasureSweep }),
      'delete-old-proposals': deleteTask(kernel, 0, deleteOldProposals),
    },
    schedule: [
      { task: 'delete-old-proposals', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'erase-outlived-persons', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'sweep-after-erasure', match: '* * * * *', queue: 'sweep' },
    ],
    retention: [proposalRetention],
    metrics: [retentionGauge([...needs.retention, proposalRetention], clock)],
    // What was erased is counted, and never named; of what is to be, the name is sealed.
    tables: { erasures: 'deployment', erasure_sweeps: 'deployment', erasure_proposals: 'person' },
  };
}
