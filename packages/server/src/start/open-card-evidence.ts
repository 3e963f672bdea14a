import { type CardEvidenceService, createCardEvidenceService } from '../card-evidence/index.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import type { Closer } from './open-database.ts';

/** The adapter of the operator's service for card evidence; what it has under way ends with the service. */
export function openCardEvidence(
  config: Config,
  { clock, log }: { clock: Clock; log: Log },
  closers: Closer[],
): CardEvidenceService | undefined {
  const { cardEvidenceUrl: url, cardEvidenceSecrets: given, cardEvidenceMs: timeoutMs } = config;
  if (!url || !given) return undefined;
  const service = createCardEvidenceService({
    ...{ url, timeoutMs, clock, log, sendsIdentity: config.cardEvidenceIdentity === 'send' },
    get secrets() {
      return config.cardEvidenceSecrets ?? given;
    },
  });
  closers.push(async () => service.close());
  return service;
}
