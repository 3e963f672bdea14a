import { type Setting, wholeNumber } from './setting.ts';

/** What can be set for a tenant; changes are felt within 5 s. */
export const tenantSettings: readonly Setting[] = [
  {
    name: 'rate-per-second',
    column: 'rate_per_second',
    bounds: '1 to 100000',
    fallback: 10,
    purpose: 'Sustained rate of API requests per second from the tenant.',
    parse: wholeNumber(1, 100_000),
  },
  {
    name: 'rate-burst',
    column: 'rate_burst',
    bounds: '1 to 100000',
    fallback: 10,
    purpose: 'Requests accepted at once after a pause.',
    parse: wholeNumber(1, 100_000),
  },
  {
    name: 'concurrency-limit',
    column: 'concurrency_limit',
    bounds: '1 to 10000',
    fallback: 100,
    purpose:
      'Maximum concurrent requests of the tenant. Each live process that answers calls allows an equal share, at least 1.',
    parse: wholeNumber(1, 10_000),
  },
  {
    name: 'template-retention-days',
    column: 'template_retention_days',
    bounds: '1 to 3650',
    fallback: 1095,
    purpose: 'Days for which an enrolled face is kept after its last match.',
    parse: wholeNumber(1, 3650),
  },
];
