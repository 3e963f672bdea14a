import type { Config } from '../config/config.ts';
import { platformAccess } from '../config/platform-settings.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { createExternalPlatform, type ExternalPlatform } from '../processes/index.ts';
import type { Closer } from './open-database.ts';

/** The adapter of the operator's own platform; what it has under way ends with the service. */
export function openPlatform(
  config: Config,
  { clock, log }: { clock: Clock; log: Log },
  closers: Closer[],
): ExternalPlatform | undefined {
  const access = platformAccess(config);
  if (!access) return undefined;
  const httpAllowed = config.environment === 'test';
  const { url, tokenUrl, clientId } = access;
  const platform = createExternalPlatform({
    ...{ url, tokenUrl, clientId, httpAllowed, clock, log },
    get clientSecret() {
      return config.identityPlatformClientSecret ?? access.clientSecret;
    },
  });
  closers.push(async () => platform.close());
  return platform;
}
