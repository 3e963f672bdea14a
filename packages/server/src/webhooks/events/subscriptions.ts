import type { TransactionStatus } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import { createJointCache } from '../../kernel/database/batches/joint-cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { companyKeyText } from '../../tenants/index.ts';
import { listNamedStatuses } from '../queue/target-store.ts';

/** Whether any endpoint of a company names a status that is not final; what it tells may be up to 2 s old. */
export type Subscriptions = {
  isNamed(tenantId: TenantId, companyId: CompanyId, status: TransactionStatus): Promise<boolean>;
};

/** What companies' endpoints name. */
export const subscriptionCache = defineCache('subscriptions', 10_000);

/** Keeps what each company's endpoints name in memory for 2 s, so that a create that nobody asked to hear of costs nothing more. */
export function createSubscriptions(db: Db, clock: Clock): Subscriptions {
  const named = createJointCache(
    clock,
    { maximumAgeMs: 2_000, cache: subscriptionCache },
    companyKeyText,
    (keys) => listNamedStatuses(db, keys),
  );
  return {
    isNamed: async (tenantId, companyId, status) =>
      (await named({ tenantId, companyId }))?.includes(status) ?? false,
  };
}
