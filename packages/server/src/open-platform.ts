import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Config } from './config.ts';
import { createExternalPlatform, type ExternalPlatform } from './identity-platform/external-platform.ts';
import type { Closer } from './open-database.ts';
import { platformAccess } from './platform-settings.ts';

/** The adapter of the operator's own platform; what it has under way ends with the service. */
export function openPlatform(
  config: Config,
  { clock, log }: { clock: Clock; log: Log },
  closers: Closer[],
): ExternalPlatform | undefined {
  const access = platformAccess(config);
  if (!access) return undefined;
  const httpAllowed = config.environment === 'test';
  const platform = createExternalPlatform({ ...access, httpAllowed, clock, log });
  closers.push(async () => platform.close());
  return platform;
}
