import { isDatabasePlain, isLoopback, isTooWide } from '@titular/server/config/production-settings.ts';
import { type Check, cannotTell, nameSome, ok, toDo } from './check.ts';

/** Checks TITULAR_ENV. */
export const environment: Check = {
  name: 'environment',
  looksAt: 'TITULAR_ENV',
  judge: ({ config }) =>
    config.environment === 'production'
      ? ok('The environment is production.')
      : toDo('Set TITULAR_ENV=production, with a database that was never used in test.'),
};

/** Checks DATABASE_URL and TITULAR_EMBEDDED_DATABASE. */
export const databaseChoice: Check = {
  name: 'database',
  looksAt: 'DATABASE_URL and TITULAR_EMBEDDED_DATABASE',
  judge({ config, asked }) {
    if ('problem' in asked && !asked.isNew) return toDo(asked.problem);
    if (config.databaseUrl) return ok('An external PostgreSQL is used.');
    return config.environment === 'production'
      ? ok('The embedded PostgreSQL is used, which TITULAR_EMBEDDED_DATABASE=on accepts.')
      : toDo('Set DATABASE_URL to a PostgreSQL of your own; the embedded one is for trials.');
  },
};

/** Checks the address in DATABASE_URL. */
export const databaseTls: Check = {
  name: 'database-tls',
  looksAt: 'the address in DATABASE_URL',
  judge({ config: { databaseUrl, withoutTls } }) {
    if (!databaseUrl || !isDatabasePlain(databaseUrl))
      return ok('Connections to the database stay on this machine, or use verified TLS.');
    return withoutTls.includes('database')
      ? ok('Connections to the database run without verified TLS, which TITULAR_WITHOUT_TLS accepts.')
      : toDo('Add sslmode=verify-full to DATABASE_URL.');
  },
};

/** Checks the user of this command. */
export const rootUser: Check = {
  name: 'user',
  looksAt: 'the user of this command',
  judge({ config, uid }) {
    if (uid !== 0) return ok('This command does not run as root.');
    return config.allowRoot
      ? ok('This command runs as root, which TITULAR_ALLOW_ROOT=on accepts.')
      : toDo('Run the service and its commands as a user of their own, not as root.');
  },
};

/** Checks TITULAR_PUBLIC_URL. */
export const publicUrl: Check = {
  name: 'public-url',
  looksAt: 'TITULAR_PUBLIC_URL',
  judge: ({ config }) =>
    config.publicUrl.startsWith('https://')
      ? ok(`The public address is ${config.publicUrl}.`)
      : toDo('Set TITULAR_PUBLIC_URL to the https address that merchants and people use.'),
};

/** Checks TITULAR_TRUSTED_PROXIES. */
export const trustedProxies: Check = {
  name: 'trusted-proxies',
  looksAt: 'TITULAR_TRUSTED_PROXIES',
  judge({ config: { trustedProxies: proxies } }) {
    if (proxies.length === 0)
      return toDo('Set TITULAR_TRUSTED_PROXIES to the addresses of the proxies in front.');
    const wide = proxies.filter(isTooWide);
    return wide.length === 0
      ? ok(`Trusted proxies are named: ${proxies.length}.`)
      : toDo(
          `Name the networks of your proxies alone in TITULAR_TRUSTED_PROXIES, because whoever is in one chooses an address: not ${nameSome(wide)}.`,
        );
  },
};

/** Checks TITULAR_OPERATIONS_PORT and TITULAR_OPERATIONS_HOST. */
export const operationsPort: Check = {
  name: 'operations-port',
  looksAt: 'TITULAR_OPERATIONS_PORT and TITULAR_OPERATIONS_HOST',
  judge({ config: { operationsPort: port, operationsHost: host } }) {
    if (port === undefined)
      return toDo('Set TITULAR_OPERATIONS_PORT, 9464 by custom, and have Prometheus scrape it.');
    return isLoopback(host)
      ? ok(`The operations port listens on ${host} alone.`)
      : cannotTell(`The operations port listens on ${host}: see that only Prometheus and probes reach it.`);
  },
};

/** Checks TITULAR_LOG_LEVEL. */
export const logLevel: Check = {
  name: 'log',
  looksAt: 'TITULAR_LOG_LEVEL',
  judge: ({ config }) =>
    config.logLevel === 'silent'
      ? toDo('Set TITULAR_LOG_LEVEL to warn or info: silent hides faults and refused access.')
      : ok(`The log level is ${config.logLevel}.`),
};

/** Checks that an object can be put into the bucket of pictures, and deleted from it. */
export const pictureStore: Check = {
  name: 'pictures',
  looksAt: 'whether the object store of pictures takes an object and deletes it',
  async judge({ config }) {
    const { openBucket, proveBucket } = await import('@titular/server/pictures/index.ts');
    const bucket = openBucket(config);
    if (!bucket) return ok('Pictures are stored in the database.');
    return proveBucket(bucket).then(
      () => ok('The object store of TITULAR_OBJECTS_URL takes and deletes objects.'),
      (error: Error) => toDo(`Correct TITULAR_OBJECTS_URL, its keys, or the store: ${error.message}.`),
    );
  },
};
