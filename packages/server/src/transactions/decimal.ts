const SOURCE = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,4}))?$/;

/** The amount a JSON number was written as, exact: up to 13 digits and 4 decimals, no sign and no exponent; else undefined. */
export const parseAmount = (source: string): string | undefined => (SOURCE.test(source) ? source : undefined);

const scaled = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(4, '0').slice(0, 4));
};

/** Whether one amount is greater than another, without rounding. */
export const isGreater = (amount: string, limit: string): boolean => scaled(amount) > scaled(limit);
