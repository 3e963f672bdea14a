import { settings } from '@titular/server/config/config.ts';
import { fileVariable } from '@titular/server/config/secret-files.ts';

const MACHINE_DEPENDENT = new Set(['TITULAR_ENGINE_THREADS']);

const shownDefault = (variable: string, fallback: string): string =>
  MACHINE_DEPENDENT.has(variable) ? 'the number of cores' : fallback === '' ? '–' : `\`${fallback}\``;

const listSecrets = (): string =>
  settings
    .filter(({ secret }) => secret)
    .map((setting) => `\`${fileVariable(setting)}\``)
    .join(', ');

/** docs/configuration.md: every setting with default and bounds. */
export const configurationPage = (): string => `# Configuration

Generated from \`packages/server/src/config/config.ts\` by \`npm run generate\`. Settings are environment variables, read once at the start.
A value out of bounds stops the start with one sentence that names the setting.

Each secret can be in a file instead: ${listSecrets()}. The variable names the file, and the file's content is the value; a line end after it is
ignored. A secret given in both ways stops the start. The files are read again on SIGHUP, and when the database refuses the password: write the
new address into the file, then change the password of the role. Open connections stay, new ones use the new password. While file and database
differ, the previous value is also tried, for up to 5 seconds. If no secret is in a file, SIGHUP ends the service.
Some nodes read a copy of the file: [operations/install.md](operations/install.md#changing-a-secret) explains how a change reaches a running node
under systemd, Compose and Kubernetes.

| Variable | Default | Bounds | Description |
| --- | --- | --- | --- |
${settings
  .map(
    (setting) =>
      `| \`${setting.variable}\` | ${shownDefault(setting.variable, setting.fallback)} | ${setting.bounds} | ${setting.purpose} |`,
  )
  .join('\n')}
`;
