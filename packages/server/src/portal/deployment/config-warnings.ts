import type { Configuration } from '@titular/contract';
import { isLoopback } from '../../config/production-settings.ts';
import type { Config } from '../../config/setting.ts';

type Warning = Configuration['warnings'][number];

/** What an operator should look at, and when: all of it lets the service start. */
const WARNINGS: readonly (readonly [Warning, (config: Config) => boolean])[] = [
  ['no-tls', ({ publicUrl }) => publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)],
  // The service itself speaks plain HTTP, so something before it ends TLS.
  [
    'no-proxy-named',
    ({ publicUrl, trustedProxies }) => publicUrl.startsWith('https:') && trustedProxies.length === 0,
  ],
  ['loopback-webhooks', ({ webhookLoopback }) => webhookLoopback],
  [
    'embedded-database',
    ({ environment, databaseUrl }) => environment === 'production' && databaseUrl === undefined,
  ],
  ['without-tls', ({ environment, withoutTls }) => environment === 'production' && withoutTls.length > 0],
  ['root-allowed', ({ environment, allowRoot }) => environment === 'production' && allowRoot],
  ['master-key-in-environment', ({ given }) => given.includes('TITULAR_MASTER_KEY')],
  ['no-erasure-ledger', ({ erasureLedger }) => erasureLedger === 'off'],
];

/** Names what an operator should look at in the settings of this process. */
export const warnOfConfig = (config: Config): Warning[] =>
  WARNINGS.filter(([, holds]) => holds(config)).map(([warning]) => warning);
