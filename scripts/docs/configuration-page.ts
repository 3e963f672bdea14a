import { settings } from '@titular/server/config/config.ts';

const MACHINE_DEPENDENT = new Set(['TITULAR_ENGINE_THREADS']);

const shownDefault = (variable: string, fallback: string): string =>
  MACHINE_DEPENDENT.has(variable) ? 'the number of cores' : fallback === '' ? '–' : `\`${fallback}\``;

/** docs/configuration.md: every setting with default and bounds. */
export const configurationPage = (): string => `# Configuration

Generated from \`packages/server/src/config/config.ts\` by \`npm run generate\`. Settings are environment variables, read once at the start.
A value out of bounds stops the start with one sentence that names the setting.

| Variable | Default | Bounds | Description |
| --- | --- | --- | --- |
${settings
  .map(
    (setting) =>
      `| \`${setting.variable}\` | ${shownDefault(setting.variable, setting.fallback)} | ${setting.bounds} | ${setting.purpose} |`,
  )
  .join('\n')}
`;
