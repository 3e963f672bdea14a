import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** Who changes the deployment, and with what; `actor` stands in the audit log, for example `command-line:maria`. */
export type Operator = { db: Kysely<Tables>; clock: Clock; actor: string };

/** Why an operator's wish is refused: the thing does not exist, what was given is not valid, the state of things forbids it, or what was to be verified does not hold. */
export type OperatorRefusalKind = 'not-found' | 'invalid' | 'forbidden' | 'broken';

/** A no to an operator; the message is one sentence that says what to do. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  readonly kind: OperatorRefusalKind;

  constructor(kind: OperatorRefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
