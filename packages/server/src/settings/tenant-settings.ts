import { choice, defineSettings, type Setting, wholeNumber } from './setting.ts';

/** They keep a tenant from taking the deployment from the others. */
const limits = defineSettings('limits', [
  {
    name: 'rate-per-second',
    column: 'rate_per_second',
    shape: wholeNumber(1, 100_000, 'per-second'),
    fallback: 10,
    isOperators: true,
    purpose: 'Sustained rate of API requests per second from the tenant.',
  },
  {
    name: 'rate-burst',
    column: 'rate_burst',
    shape: wholeNumber(1, 100_000, 'requests'),
    fallback: 10,
    isOperators: true,
    purpose: 'Requests accepted at once after a pause.',
  },
  {
    name: 'concurrency-limit',
    column: 'concurrency_limit',
    shape: wholeNumber(1, 10_000, 'requests'),
    fallback: 100,
    isOperators: true,
    purpose:
      'Maximum concurrent requests of the tenant. Each live process that answers calls allows an equal share, at least 1.',
  },
]);

const retention = defineSettings('retention', [
  {
    name: 'template-retention-days',
    column: 'template_retention_days',
    shape: wholeNumber(1, 3650, 'days'),
    fallback: 1095,
    danger: 'retention',
    purpose: 'Days for which an enrolled face is kept after its last match.',
  },
]);

const oversight = defineSettings('access', [
  {
    name: 'operator-entry',
    column: 'operator_entry',
    shape: choice('allowed', 'refused'),
    fallback: 'allowed',
    danger: 'oversight',
    purpose:
      'Whether operators of the deployment may enter the tenant in the portal: for an hour, with a reason, and reading alone. Once refused, open stays end for good.',
  },
  {
    name: 'two-person',
    column: 'two_person',
    shape: choice('off', 'on'),
    fallback: 'off',
    danger: 'oversight',
    portalKeeps: 'on',
    purpose:
      'Whether erasing a person, changing a dangerous setting, giving a right to pictures and exporting persons take two people in the portal: one admin proposes, another approves within 24 hours. Neither invited or reset the other, nor did one admin both. Once on, only an operator switches it off, by command.',
  },
]);

/** What can be set for a tenant; changes are felt within 5 s. */
export const tenantSettings: readonly Setting[] = [...limits, ...retention, ...oversight];
