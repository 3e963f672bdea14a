import type { TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';
import type { Merchant } from '../transactions/api.ts';

/** How a transaction ended, with the reasons that are kept with it. */
export type End = { status: unknown; reasons: string[] };

/** Waits for the decision. */
export async function endOf(service: TestService, merchant: Merchant, id: string): Promise<End> {
  await eventually(async () =>
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/),
  );
  const { decision, status } = await service.service.database.db
    .selectFrom('transactions')
    .select(['decision', 'status'])
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return { status, reasons: (decision as { reasons: string[] }).reasons };
}

/** The signs noted for a transaction, with how often each was seen. */
export async function signsOf(service: TestService, id: string): Promise<Record<string, number>> {
  const rows = await service.service.database.db
    .selectFrom('capture_signs')
    .select(['sign', 'seen'])
    .where('subject_id', '=', asId(id))
    .execute();
  return Object.fromEntries(rows.map(({ sign, seen }) => [sign, seen]));
}
