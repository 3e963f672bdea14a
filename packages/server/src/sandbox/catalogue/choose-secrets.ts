import { randomBytes } from 'node:crypto';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SandboxPort } from '../../kernel/http/sandbox-port.ts';
import { webhookSecret } from '../../webhooks/index.ts';
import { findScenarioNames } from '../runs/run-store.ts';
import type { WebhookFault } from './scenario.ts';
import { findScenario } from './scenarios.ts';

const SECRET_BYTES = 32;
/** A secret that no endpoint has. */
export const strangeSecret = (): string => webhookSecret(randomBytes(SECRET_BYTES));

/** By which secrets the first attempt of each fault is signed, given those that sign now, the present one first. */
const SIGNED_BY: Readonly<Partial<Record<WebhookFault, (secrets: readonly string[]) => readonly string[]>>> =
  {
    'old-secret': ([, previous]) => [previous ?? strangeSecret()],
    'bad-signature': () => [strangeSecret()],
  };

/** The secrets that sign what has a fault, given those that sign now, the present one first. */
export const signingSecrets = (fault: WebhookFault, secrets: readonly string[]): readonly string[] =>
  SIGNED_BY[fault]?.(secrets) ?? secrets;

const LIMITS = { mostAsks: 250 };

/** Signs the first attempt at the last event of a transaction as its scenario wants it, and all others rightly. */
export function createChooseSecrets(db: Db): SandboxPort['beforeSign'] {
  const findName = gather(
    (keys: Parameters<typeof findScenarioNames>[1]) => findScenarioNames(db, keys),
    LIMITS,
  );
  return async ({ tenantId, attempts, event }, secrets) => {
    if (attempts > 0 || event.type !== 'transaction.finished' || !event.transaction_id) return secrets;
    const name = await findName({ tenantId, transactionId: event.transaction_id });
    const fault = name === undefined ? undefined : findScenario(name)?.fault;
    return fault ? signingSecrets(fault, secrets) : secrets;
  };
}
