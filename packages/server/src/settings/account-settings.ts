import { checkSetting, SCOPES, type SettingShape } from '@titular/contract';
import { defineSettings, list, type Setting, wholeNumber } from './setting.ts';

const scopes: SettingShape = { kind: 'codes', options: SCOPES, hasFamilies: true };

/** Scopes by name, or all of one kind as `transactions:*`; undefined for anything else and for none. */
export const parseScopes = (text: string): readonly string[] | undefined =>
  checkSetting(scopes, text) as readonly string[] | undefined;

/** What can be set for a service account; changes are felt within 5 s, also by tokens that were issued before. */
export const accountSettings: readonly Setting[] = defineSettings('access', [
  {
    name: 'scopes',
    column: 'scopes',
    shape: scopes,
    fallback: ['transactions:write', 'transactions:read'],
    purpose: 'What the account may do.',
  },
  {
    name: 'assertion-lifetime-seconds',
    column: 'assertion_lifetime_seconds',
    shape: wholeNumber(1, 3600, 'seconds'),
    fallback: 3600,
    purpose: 'Maximum lifetime in seconds of an assertion, from iat to exp.',
  },
  {
    name: 'allowed-addresses',
    column: 'allowed_addresses',
    shape: list('address-range'),
    fallback: [],
    purpose: 'Addresses from which the account may be used; empty allows any.',
  },
  {
    name: 'allowed-times',
    column: 'allowed_times',
    shape: list('time-window'),
    fallback: [],
    purpose: 'Times at which the account may be used; empty allows any.',
  },
]);
