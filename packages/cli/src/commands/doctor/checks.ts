import type { Check } from './check.ts';
import {
  auditRole,
  clocks,
  connections,
  equalSettings,
  readyNodes,
  schema,
  serverVersion,
} from './database-checks.ts';
import { builtPages, dataDirectory, faceEngine, masterKey } from './file-checks.ts';
import {
  deliveries,
  erasureLedger,
  galleries,
  portal,
  redirects,
  retention,
  webhookEndpoints,
} from './noun-checks.ts';
import {
  databaseChoice,
  databaseTls,
  environment,
  logLevel,
  operationsPort,
  publicUrl,
  rootUser,
  trustedProxies,
} from './setting-checks.ts';

const byHand = (name: string, looksAt: string, sentence: string): Check => ({
  name,
  looksAt,
  byHand: sentence,
});

/** Every check, in the order of docs/guides/going-to-production.md. */
export const checks: readonly Check[] = [
  environment,
  databaseChoice,
  serverVersion,
  databaseTls,
  connections,
  schema,
  masterKey,
  byHand('master-key-copy', 'a copy of the master key', 'Keep a copy of the master key apart from backups.'),
  rootUser,
  dataDirectory,
  builtPages,
  byHand('supervisor', 'what restarts the service', 'Have a supervisor restart the service.'),
  byHand(
    'tls-in-front',
    'the way to HOST and PORT',
    'Let only a proxy that terminates TLS reach the service.',
  ),
  publicUrl,
  portal,
  trustedProxies,
  byHand('outbound', 'firewalls', 'Allow outbound connections to what the settings name, and nothing else.'),
  equalSettings,
  byHand(
    'core-files',
    'core files of the processes',
    'Turn core files off, or store them where only you can read.',
  ),
  readyNodes,
  byHand('balancer', 'the load balancer', 'Have the load balancer check /readyz.'),
  clocks,
  byHand('ntp', 'the clocks of all machines', 'Have NTP set the clocks.'),
  galleries,
  operationsPort,
  byHand('alerts', 'Prometheus', 'Load ops/prometheus/rules.yml, and see that an alert reaches somebody.'),
  logLevel,
  byHand(
    'log-storage',
    'where the log goes',
    'Store the log, and send lines of category security to who watches.',
  ),
  deliveries,
  erasureLedger,
  byHand('runbooks', 'who is on call', 'Have whoever is on call read the runbooks.'),
  byHand('backup', 'backups of the database', 'Try a restore, with the master key from its separate place.'),
  byHand(
    'rotation-of-backups',
    'the age of backups',
    'Rotate backups: an erased person stays in them until then.',
  ),
  byHand('accounts', 'scopes, keys and addresses of accounts', 'Give each account only what it needs.'),
  redirects,
  webhookEndpoints,
  byHand(
    'receivers',
    'receivers of webhooks',
    'Have receivers verify signatures, and send each a test event.',
  ),
  faceEngine,
  byHand('calibration', 'TITULAR_MATCH_THRESHOLD', 'Measure the threshold on pictures of people like yours.'),
  byHand('attacks', 'attacks on the challenge', 'Measure with your own recordings which attacks succeed.'),
  byHand('legal-basis', 'retention settings of companies', 'Match the retention days with your legal basis.'),
  retention,
  byHand(
    'audit-anchor',
    'the last hash of the audit log',
    'Store the last hash every day where nobody changes it.',
  ),
  auditRole,
];
