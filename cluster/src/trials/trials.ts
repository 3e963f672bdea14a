import type { Trial } from '../trial.ts';
import { commitCeiling, commitCeilingDebian } from './commit-ceiling.ts';
import { idleProcesses } from './idle-processes.ts';
import { longSnapshot } from './long-snapshot.ts';
import { lostStandby } from './lost-standby.ts';
import { machineDeath } from './machine-death.ts';
import { moveTenant } from './move-tenant.ts';
import { overload } from './overload.ts';
import { pausedEtcd3, pausedPrimary } from './paused-primary.ts';
import { pooler } from './pooler.ts';
import { primaryFaults } from './primary-faults.ts';
import { smoke } from './smoke.ts';
import { twoProcesses } from './two-processes.ts';
import { wakeLatency } from './wake-latency.ts';

/** Every trial by the word that runs it. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  smoke,
  'machine-death': machineDeath,
  'primary-faults': primaryFaults,
  'paused-primary': pausedPrimary,
  'paused-etcd3': pausedEtcd3,
  'lost-standby': lostStandby,
  pooler,
  'commit-ceiling': commitCeiling,
  'commit-ceiling-debian': commitCeilingDebian,
  'wake-latency': wakeLatency,
  'long-snapshot': longSnapshot,
  'idle-processes': idleProcesses,
  'two-processes': twoProcesses,
  overload,
  'move-tenant': moveTenant,
};
