import { isAllowedAddress } from '../accounts/allowed-addresses.ts';
import { isWithinTimes } from '../accounts/allowed-times.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';

/** Whether an account may be used from this address at this time. */
export function admitAccount(
  account: Pick<ServiceAccount, 'allowedAddresses' | 'allowedTimes'>,
  sourceAddress: string,
  now: Date,
): 'admitted' | 'source_address_refused' | 'outside_allowed_times' {
  if (!isAllowedAddress(account.allowedAddresses, sourceAddress)) return 'source_address_refused';
  return isWithinTimes(account.allowedTimes, now) ? 'admitted' : 'outside_allowed_times';
}
