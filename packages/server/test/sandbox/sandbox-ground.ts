import { type ManualClock, newTransactionBody, type TestService } from '@titular/test-kit';
import { vi } from 'vitest';
import type { Answer, Merchant } from '../transactions/api.ts';

/** Creates a transaction that follows a scenario. */
export const createBy = (
  { tenant, createRaw }: Merchant,
  scenario: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  createRaw(JSON.stringify(newTransactionBody(tenant.companyId, changes)), {
    'x-titular-scenario': scenario,
    ...headers,
  });

/** Waits until the service has taken every step that is due by its clock. */
export async function settle({ service }: TestService, clock: ManualClock): Promise<void> {
  await vi.waitFor(async () => {
    const due = await service.database.db
      .selectFrom('sandbox_runs')
      .select('scenario')
      .where('due_at', '<=', clock.now())
      .execute();
    if (due.length > 0) throw new Error(`still due: ${due.map(({ scenario }) => scenario).join(', ')}`);
  }, 30_000);
}
