/** The holder of credentials and limits; rates in requests a second, concurrency in requests under way in one process. */
export type Tenant = {
  tenantId: string;
  name: string;
  active: boolean;
  ratePerSecond: number;
  rateBurst: number;
  concurrencyLimit: number;
};

/** What a transaction names: who asks the person, and the rules of that business. */
export type Company = {
  tenantId: string;
  companyId: string;
  name: string;
  module: 'post' | 'pre' | 'super-pre';
  templatePolicy: 'enrol' | 'require-reference';
  transactionExpirySeconds: number;
  /** Decimal text; undefined means no limit. */
  maximumValue: string | undefined;
  redirectHosts: readonly string[];
  appSchemes: readonly string[];
  webOrigins: readonly string[];
};
