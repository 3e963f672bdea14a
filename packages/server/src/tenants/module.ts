import { movesGauge } from '../kernel/database/moves/moves-gauge.ts';
import type { FindTenantLimits } from '../kernel/http/admission/admission.ts';
import type { Kernel, Module } from '../module.ts';
import type { DeploymentKeyPurpose } from './keys/deployment-key-store.ts';
import { createDeploymentKey, type OpenDeploymentKey } from './keys/deployment-keys.ts';
import { type MasterKeys, missedKeyCache } from './keys/master-key.ts';
import { keepDropped, openTenantKeys, tenantKeyCache } from './keys/tenant-key-cache.ts';
import type { TenantKeys } from './keys/tenant-keys.ts';
import { warnOfOpenRedirects } from './redirects/warn-of-open-redirects.ts';
import { createSettings, type Settings, settingsCaches } from './settings-cache.ts';
import { createFirstFaces, watchFirstFaces } from './watch-first-faces.ts';

/** Tenants and companies, their settings, and the keys that seal their data. */
export type TenantsModule = Module & {
  settings: Settings;
  tenantKeys: TenantKeys;
  findTenantLimits: FindTenantLimits;
  openDeploymentKey(purpose: DeploymentKeyPurpose): OpenDeploymentKey;
  /** Whether a company in production takes the first face that comes for the identity. */
  areFirstFacesTrusted(): boolean;
};

/** Opens the noun on master keys that are at hand. */
export function createTenants(
  { config, db, clock, log }: Kernel,
  { masterKeys }: { masterKeys: MasterKeys },
): TenantsModule {
  const settings = createSettings(db, clock);
  const keys = openTenantKeys(db, masterKeys);
  const firstFaces = createFirstFaces(db, config.environment, log);
  return {
    settings,
    areFirstFacesTrusted: firstFaces.areTrusted,
    tenantKeys: keys.find,
    openDeploymentKey: (purpose) => createDeploymentKey(db, masterKeys, purpose),
    findTenantLimits: async (tenantId) => {
      const tenant = await settings.findTenant(tenantId);
      return {
        ratePerSecond: tenant?.ratePerSecond ?? 1,
        burst: tenant?.rateBurst ?? 1,
        concurrency: tenant?.concurrencyLimit ?? 1,
      };
    },
    metrics: [movesGauge()],
    caches: [...settingsCaches, tenantKeyCache, missedKeyCache],
    tables: {
      tenants: 'deployment',
      companies: 'deployment',
      company_logos: 'deployment',
      deployment: 'deployment',
      deployment_keys: 'deployment',
      tenant_moves: 'deployment',
    },
    start: async () => {
      await warnOfOpenRedirects(db, config.environment, log);
      const stopWatching = await watchFirstFaces(firstFaces, log);
      const stopDropping = keepDropped(keys);
      const stop = () => Promise.all([stopWatching(), stopDropping()]);
      return { stop, afterRequests: true };
    },
  };
}
