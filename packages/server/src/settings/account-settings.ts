import { SCOPES } from '@titular/contract';
import { formatTimeWindow, parseTimeWindow } from '../access-tokens/index.ts';
import { parseAddressRange } from '../kernel/network/address-range.ts';
import { list, type ParseSetting, type Setting, wholeNumber } from './setting.ts';

/** Scopes by name, or all of one kind as `transactions:*`; undefined for anything else and for none. */
export const parseScopes: ParseSetting = (text) => {
  const named = text.split(',').flatMap((part) => {
    const name = part.trim();
    const matching = SCOPES.filter(
      (scope) => scope === name || (name.endsWith(':*') && scope.startsWith(name.slice(0, -1))),
    );
    return matching.length > 0 ? matching : [undefined];
  });
  return named.includes(undefined) ? undefined : [...new Set(named as string[])];
};

const parseWindow = (text: string): string | undefined => {
  const window = parseTimeWindow(text);
  return window && formatTimeWindow(window);
};

/** What can be set for a service account; changes are felt within 5 s, also by tokens that were issued before. */
export const accountSettings: readonly Setting[] = [
  {
    name: 'scopes',
    column: 'scopes',
    bounds: `${SCOPES.map((scope) => `\`${scope}\``).join(', ')}, or all of a kind, such as \`transactions:*\``,
    fallback: ['transactions:write', 'transactions:read'],
    purpose: 'What the account may do.',
    parse: parseScopes,
  },
  {
    name: 'assertion-lifetime-seconds',
    column: 'assertion_lifetime_seconds',
    bounds: '1 to 3600',
    fallback: 3600,
    purpose: 'Maximum lifetime in seconds of an assertion, from iat to exp.',
    parse: wholeNumber(1, 3600),
  },
  {
    name: 'allowed-addresses',
    column: 'allowed_addresses',
    bounds: 'up to 20 addresses or CIDR ranges',
    fallback: [],
    purpose: 'Addresses from which the account may be used; empty allows any.',
    parse: list(parseAddressRange),
  },
  {
    name: 'allowed-times',
    column: 'allowed_times',
    bounds: 'up to 20 windows such as `Mon-Fri 08:00-18:00 America/Sao_Paulo`',
    fallback: [],
    purpose: 'Times at which the account may be used; empty allows any.',
    parse: list(parseWindow),
  },
];
