import { extentOf } from '@titular/contract';
import { accountOf, type Operator } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { coversCompanies } from './end-given.ts';
import type { LockedMembership, StoredMembership } from './membership-store.ts';

type Managed = Pick<StoredMembership, 'companies'>;

/**
 * Refuses an account that manages the people of a tenant no more, under the lock of its memberships. It is 40340 for one that is off,
 * 40343 for another role, and 40420 for a tenant, person or companies that it sees no more. Actors that are no account pass.
 */
export function requireManager(
  { actor }: Pick<Operator, 'actor'>,
  all: readonly LockedMembership[],
  ...managed: readonly (Managed | undefined)[]
): void {
  const account = accountOf(actor);
  if (account === undefined) return;
  const own = all.find(({ userId }) => userId === account);
  if (!own) throw new Refusal('40420');
  if (!own.isOn || !own.isActive) throw new Refusal('40340');
  if (extentOf(own.role, 'team:manage', 'production') === undefined) throw new Refusal('40343');
  const isSeen = managed.every((one) => one === undefined || coversCompanies(own.companies, one.companies));
  if (!isSeen) throw new Refusal('40420');
}
