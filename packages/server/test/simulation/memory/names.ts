import {
  type AttemptId,
  type CompanyId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  newId,
  type ProcessId,
  type TenantId,
  type TransactionId,
} from '@titular/server/kernel/base/id.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import type { Kysely } from 'kysely';

/** What commands name, alike in both databases. */
export type Names = {
  tenantId: TenantId;
  companyId: CompanyId;
  endpoints: EndpointId[];
  events: EventId[];
  /** One for each event and endpoint, in that order. */
  deliveries: DeliveryId[];
  transactions: TransactionId[];
  processes: ProcessId[];
  attempts: AttemptId[];
};

/** A call of a store on the names of a sequence; `place` and `how` draw its values. */
export type Store = (trx: Kysely<Tables>, names: Names, place: number, how: number) => Promise<unknown>;

const START_MS = Date.UTC(2030, 0, 1);
/** An instant so many seconds after the start of a sequence. */
export const at = (seconds: number): Date => new Date(START_MS + seconds * 1_000);

/** Draws the names of a sequence. */
export const drawNames = (): Names => {
  const draw = (count: number) => Array.from({ length: count }, () => newId());
  return {
    ...{ tenantId: newId(), companyId: newId(), endpoints: draw(2), events: draw(3), deliveries: draw(4) },
    ...{ transactions: draw(4), processes: draw(2), attempts: draw(3) },
  };
};

/** One of a list by a number. */
export const pick = <One>(list: readonly One[], place: number): One => list[place % list.length] as One;
