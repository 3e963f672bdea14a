import {
  ALLOCATOR,
  DATA_DIRECTORY,
  DRAIN,
  ENGINE_SECRET,
  LEDGER,
  listVariables,
  MIGRATES,
  NODE_OPTIONS,
  PORTS,
  SECRETS,
  START_SECONDS,
  stopSeconds,
} from './settings.ts';

const HEAD = '# Generated from scripts/deployment by `npm run generate`.';
const PROGRAM = '/opt/titular/node_modules/titular/lib/node_modules/@titular/cli/bin/titular.cjs';
const STATES = [DATA_DIRECTORY, LEDGER.directory].map((path) => path.replace('/var/lib/', ''));

const start = (words: string): string => `/usr/bin/node ${NODE_OPTIONS} ${PROGRAM} ${words}`;

/** What a process of the service may do: nothing but compute, read its files, and open connections. */
const CONFINED = [
  'DynamicUser=yes',
  '# Both units are one user, to whom the state directories belong.',
  'User=titular',
  `StateDirectory=${STATES.join(' ')}`,
  'StateDirectoryMode=0700',
  'UMask=0077',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'PrivateUsers=yes',
  'PrivateMounts=yes',
  'PrivateIPC=yes',
  'DevicePolicy=closed',
  'ProtectProc=invisible',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectControlGroups=yes',
  'NoNewPrivileges=yes',
  'RestrictSUIDSGID=yes',
  'RestrictRealtime=yes',
  'RestrictNamespaces=yes',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'KeyringMode=private',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  '# The threads of the face engine lower their own priority.',
  'SystemCallFilter=setpriority sched_setaffinity sched_setscheduler',
  'SystemCallErrorNumber=EPERM',
  'LimitCORE=0',
];

/** Settings and credentials of every process that has the database. */
const GIVEN = [
  'EnvironmentFile=/etc/titular/environment',
  `Environment=${ALLOCATOR.variable}=${ALLOCATOR.value}`,
  ...SECRETS.map(({ file }) => `LoadCredential=${file}:/etc/titular/${file}`),
];

/** The same, with the places of credentials as units name them. */
const COMMON = [...GIVEN, ...SECRETS.map(({ variable, file }) => `Environment=${variable}=%d/${file}`)];

const BEFORE = ['network-online.target', ...(MIGRATES ? ['titular-migrate.service'] : [])].join(' ');

const service = (description: string, before: string, words: string, settings: readonly string[]): string =>
  [
    HEAD,
    '[Unit]',
    `Description=titular: ${description}`,
    'Documentation=https://titular.example/docs',
    `Wants=${before}`,
    `After=${before}`,
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${start(words)}`,
    ...settings,
    'Restart=always',
    'RestartSec=1',
    `TimeoutStartSec=${START_SECONDS}`,
    `TimeoutStopSec=${stopSeconds(DRAIN.machine)}`,
    'LimitNOFILE=16384',
    ...CONFINED,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n');

const migrate = (): string =>
  [
    HEAD,
    '[Unit]',
    'Description=titular: brings the schema of its database up to date',
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${start('migrate')}`,
    ...COMMON,
    'Restart=on-failure',
    'RestartSec=5',
    'TimeoutStartSec=infinity',
    ...CONFINED,
    '',
  ].join('\n');

const environment = (): string =>
  [
    HEAD,
    '# Copy to /etc/titular/environment. No secret stands here:',
    ...SECRETS.map(({ file, holds }) => `# /etc/titular/${file}, mode 600 of root, holds ${holds}.`),
    ...listVariables('systemd').flatMap(({ variable, value, note, isCommented }) => [
      '',
      `# ${note}`,
      `${isCommented ? '# ' : ''}${variable}=${value}`,
    ]),
    '',
  ].join('\n');

/** A word of the shell, as it stands. */
const quoted = (word: string): string => `'${word}'`;

const CREDENTIALS = SECRETS.map(({ variable, file }) => `${variable}="$CREDENTIALS_DIRECTORY"/${file}`).join(
  ' ',
);

/** Runs one command as the user of the units, with their settings, credentials and confinement. */
const runCommand = (): string => {
  const properties = [
    ...GIVEN,
    `WorkingDirectory=${DATA_DIRECTORY}`,
    ...CONFINED.filter((line) => !line.startsWith('#')),
  ];
  return [
    '#!/bin/sh',
    HEAD,
    '# Runs a command of titular as the units run: titular-run nodes list',
    'set -eu',
    '',
    '# systemd reads $ in the words of a command line as the begin of a variable, and $$ as the sign.',
    'for word in "$@"; do',
    '  shift',
    `  set -- "$@" "$(printf '%s' "$word" | sed 's/\\$/$$/g')"`,
    'done',
    '',
    'exec systemd-run --quiet --pipe --wait --collect --service-type=exec \\',
    ...properties.map((property) => `  --property=${quoted(property)} \\`),
    `  /bin/sh -c ${quoted(`${CREDENTIALS} exec ${start('"$@"')}`.replaceAll('$', '$$$$'))} titular-run "$@"`,
    '',
  ].join('\n');
};

const engineCredential = [
  `Environment=${ENGINE_SECRET.variable}=%d/${ENGINE_SECRET.file}`,
  `LoadCredential=${ENGINE_SECRET.file}:/etc/titular/${ENGINE_SECRET.file}`,
];

/** Has the processes that answer calls have faces measured by engine nodes, and show them their secret. */
const engineDropIn = (): string =>
  [
    HEAD,
    '[Service]',
    'Environment=TITULAR_FACE_ENGINE_URL=https://engine-1.internal.example/analyse,https://engine-2.internal.example/analyse',
    ...engineCredential,
    '',
  ].join('\n');

/** Settings of an engine node: neither database nor keys. */
const ENGINE_SETTINGS = [
  'EnvironmentFile=/etc/titular/engine.environment',
  `Environment=${ALLOCATOR.variable}=${ALLOCATOR.value}`,
  ...engineCredential,
];

const engineEnvironment = (): string =>
  [
    HEAD,
    '# Copy to /etc/titular/engine.environment on a machine of an engine node. No secret stands here:',
    `# /etc/titular/${ENGINE_SECRET.file}, mode 600 of root, holds what the nodes show: at least 16 characters, the same on all machines.`,
    '',
    '# Reached by the nodes alone, through a proxy with TLS that stands before it.',
    'HOST=127.0.0.1',
    `PORT=${PORTS.public}`,
    'TITULAR_ENV=production',
    `TITULAR_OPERATIONS_PORT=${PORTS.operations}`,
    `TITULAR_DATA_DIR=${DATA_DIRECTORY}`,
    '',
  ].join('\n');

/** Units of systemd, and the settings that they read. */
export const systemdFiles = (): Record<string, string> => ({
  'ops/systemd/titular.service': service('does this card belong to this person?', BEFORE, 'serve', COMMON),
  'ops/systemd/titular@.service': service('role %i', BEFORE, 'serve --role %i', [
    ...COMMON,
    '# What this role alone needs, such as its ports where two roles share a machine.',
    'EnvironmentFile=-/etc/titular/%i.environment',
  ]),
  'ops/systemd/titular@api.service.d/engine.conf': engineDropIn(),
  'ops/systemd/titular-engine.service': service(
    'an engine node, which measures faces for the others',
    'network-online.target',
    'serve --role engine',
    ENGINE_SETTINGS,
  ),
  'ops/systemd/engine.environment': engineEnvironment(),
  ...(MIGRATES ? { 'ops/systemd/titular-migrate.service': migrate() } : {}),
  'ops/systemd/environment': environment(),
  'ops/systemd/titular-run': runCommand(),
});
