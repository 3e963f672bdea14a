import type { Trial } from '../trial.ts';
import { backupUnderLoad } from './backup-under-load.ts';
import { cutNetwork } from './cut-network.ts';
import { lostStandby } from './lost-standby.ts';
import { machineDeath } from './machine-death.ts';
import { majorUpgrade } from './major-upgrade.ts';
import { commitCeiling, commitCeilingDebian } from './measures/commit-ceiling.ts';
import { fill } from './measures/fill.ts';
import { idleProcesses } from './measures/idle-processes.ts';
import { longSnapshot } from './measures/long-snapshot.ts';
import { overload } from './measures/overload.ts';
import { soak } from './measures/soak.ts';
import { twoProcesses } from './measures/two-processes.ts';
import { wakeLatency } from './measures/wake-latency.ts';
import { moveLargeTenant, moveTenant } from './moves/move-tenant.ts';
import { pausedEtcd3, pausedPrimary } from './paused-primary.ts';
import { pooler } from './pooler.ts';
import { primaryFaults } from './primary-faults.ts';
import { skewedClocks } from './skewed-clocks.ts';
import { smoke } from './smoke.ts';
import { workerDeath } from './worker-death.ts';

/** Every trial by the word that runs it. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  smoke,
  'machine-death': machineDeath,
  'primary-faults': primaryFaults,
  'paused-primary': pausedPrimary,
  'paused-etcd3': pausedEtcd3,
  'lost-standby': lostStandby,
  'cut-network': cutNetwork,
  'worker-death': workerDeath,
  'skewed-clocks': skewedClocks,
  pooler,
  'commit-ceiling': commitCeiling,
  'commit-ceiling-debian': commitCeilingDebian,
  'wake-latency': wakeLatency,
  'long-snapshot': longSnapshot,
  'idle-processes': idleProcesses,
  'two-processes': twoProcesses,
  overload,
  'move-tenant': moveTenant,
  'move-large-tenant': moveLargeTenant,
  'major-upgrade': majorUpgrade,
  'backup-under-load': backupUnderLoad,
  fill,
  soak,
};
