import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** Who changes the deployment, and with what; `actor` stands in the audit log, for example `command-line:maria`. */
export type Operator = { db: Kysely<Tables>; clock: Clock; actor: string };

const ACCOUNT = 'user:';

/** The account of the portal that an actor of the audit log is; undefined for the host, a client or the service. */
export const accountOf = (actor: string): string | undefined =>
  actor.startsWith(ACCOUNT) ? actor.slice(ACCOUNT.length) : undefined;

/** Why an operator's command is refused: not found, invalid, forbidden by the present state, failed verification, or done in part. */
export type OperatorRefusalKind = 'not-found' | 'invalid' | 'forbidden' | 'broken' | 'incomplete';

/** A no to an operator; the message is one sentence that says what to do. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly kind: OperatorRefusalKind;

  constructor(kind: OperatorRefusalKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
