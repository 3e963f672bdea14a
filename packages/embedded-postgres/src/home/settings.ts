import { socketPort } from './socket-directory.ts';

/** Settings of one server: names and values of `postgres -c`. */
export type Settings = Readonly<Record<string, string>>;

// Statement texts and the DETAIL of a failed constraint can quote personal data, so neither is logged.
const always: Settings = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

// A crash of the machine loses the cluster, a kill -9 of the server does not; good for tests alone.
const volatile: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** The full settings of a server; what `extra` names wins, apart from where the socket is. */
export const buildSettings = (socketDirectory: string, durable: boolean, extra: Settings = {}): Settings => ({
  ...always,
  ...(durable ? {} : volatile),
  ...extra,
  // A list to PostgreSQL: quoted, so that a comma in the path does not split it.
  unix_socket_directories: `"${socketDirectory}"`,
});

/** The `postgres` arguments for the settings. */
export const toArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
