import { isInRange } from '../../kernel/network/address-range.ts';

/** Whether the list of CIDR ranges lets the address in; an empty list lets every address in. */
export const isAllowedAddress = (ranges: readonly string[], address: string): boolean =>
  ranges.length === 0 || ranges.some((range) => isInRange(range, address));
