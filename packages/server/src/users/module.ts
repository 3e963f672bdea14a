import { createFailureLimit, type ShareFailure } from '../access-tokens/index.ts';
import { providerAccess } from '../config/portal-settings.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import type { DeleteBefore } from '../kernel/database/batches/delete-older.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { deleteAll, type RunTime } from '../kernel/database/batches/until-none.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteOldStays } from '../stays/index.ts';
import type { OpenDeploymentKey } from '../tenants/index.ts';
import { deleteOldCeremonies } from './authenticators/ceremony-store.ts';
import { createSecretHasher, type HashCosts } from './authenticators/hash-secret.ts';
import { toRelyingParty } from './authenticators/passkeys.ts';
import { deleteOldInvitations } from './invitations/invitation-store.ts';
import { openProvider } from './provider/open-provider.ts';
import { deleteOldVisits } from './provider/visit-store.ts';
import { deleteOldSessions } from './sessions/session-store.ts';
import { deleteOldFailures } from './sign-in/failure-store.ts';
import type { UserDeps } from './user-deps.ts';
import { createUserKeys } from './user-keys.ts';

/** Days for which failed sign-ins are counted after the last of them. */
export const FAILURE_DAYS = 30;

/** Days for which a stay of an operator is listed; its entries in the audit log stay. */
export const STAY_DAYS = 90;

const BATCH = 2_000;

/** People of the staff; `deps` is what the portal's routes use them with, where there is a portal. */
export type UsersModule = Module & { deps: UserDeps | undefined };

type Needs = {
  openKey: OpenDeploymentKey;
  db: Kernel['db'];
  hashCosts: HashCosts | undefined;
  shareFailure: ShareFailure;
};

/** Opens what the use cases of people need, on the portal's connections. */
function openDeps(
  { config, clock, log }: Kernel,
  { openKey, db, hashCosts, shareFailure }: Needs,
): UserDeps | undefined {
  if (config.portalUrl === undefined) return undefined;
  const keys = createUserKeys(openKey);
  const { portalUrl } = config;
  const access = providerAccess(config);
  const monotonicMs = (): number => performance.now();
  return {
    ...{ db, clock, log, keys },
    hasher: createSecretHasher(keys.pepper, hashCosts),
    relyingParty: toRelyingParty(portalUrl),
    provider: access && openProvider(access, { portalUrl, clock, log }),
    addresses: createFailureLimit(monotonicMs, config.failedAuthentications, shareFailure),
  };
}

/** Deletes, a batch a commit, what was over an hour ago: a node whose clock is behind must still find it over. */
const MARGIN_SECONDS = 3_600;

const OVER: readonly DeleteBefore[] = [
  deleteOldSessions,
  deleteOldCeremonies,
  deleteOldVisits,
  deleteOldInvitations,
];

const deleteOver =
  ({ db, clock }: Kernel, steps: readonly DeleteBefore[]) =>
  async (run: RunTime): Promise<boolean> => {
    const before = addSeconds(clock.now(), -MARGIN_SECONDS);
    for (const step of steps)
      if (!(await deleteAll(db, BATCH, (trx, limit) => step(trx, before, limit), run))) return false;
    return true;
  };

/** Brings the people who sign in to the portal: rows about staff of merchants and operators, never about persons who are verified. */
export function createUsers(kernel: Kernel, needs: Needs): UsersModule {
  return {
    deps: openDeps(kernel, needs),
    tasks: {
      'delete-old-sessions': batchTask(deleteOver(kernel, OVER)),
      'delete-old-login-failures': deleteTask(kernel, FAILURE_DAYS, deleteOldFailures),
      'delete-old-stays': deleteTask(kernel, STAY_DAYS, deleteOldStays),
    },
    schedule: [
      { task: 'delete-old-sessions', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-login-failures', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-stays', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    tables: {
      users: 'deployment',
      user_authenticators: 'deployment',
      user_recovery_codes: 'deployment',
      user_sessions: 'deployment',
      user_memberships: 'deployment',
      user_invitations: 'deployment',
      operator_stays: 'deployment',
      login_failures: 'deployment',
      portal_ceremonies: 'deployment',
      user_provider_links: 'deployment',
      provider_visits: 'deployment',
    },
  };
}
