import { commands } from '@titular/cli/commands/commands.ts';
import { commandHelp } from '@titular/cli/frame/help.ts';
import { formatSetting } from '@titular/contract';
import { EXIT_CODES } from '@titular/server/kernel/base/exit-codes.ts';
import { settingTables } from '@titular/server/settings/change-settings.ts';

const groups = [...new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))];

const commandSection = (group: string): string =>
  commands
    .filter((command) => command.name.split(' ')[0] === group)
    .map((command) => `### ${command.name}\n\n\`\`\`text\n${commandHelp(command)}\n\`\`\``)
    .join('\n\n');

const settingRows = Object.entries(settingTables).flatMap(([owner, settings]) =>
  settings.map(
    ({ name, fallback, bounds, purpose }) =>
      `| \`${name}\` | ${owner} | \`${formatSetting(fallback) || '(empty)'}\` | ${bounds} | ${purpose} |`,
  ),
);

/** docs/command-line.md: every command with its options and examples, every setting, every exit code. */
export const commandLinePage = (): string => `# Command line

Generated from \`packages/cli/src/commands\` and \`packages/server/src/settings\` by \`npm run generate\`.

\`npx titular <group> <verb>\` works on the database of the service: the one at \`DATABASE_URL\` or, without that setting, the embedded
one, which is started for the duration of the command if no service runs. Commands read the same settings from the environment as the
service ([configuration.md](configuration.md)) and bring the schema up to date unless
\`TITULAR_MIGRATE\` leaves that to \`titular migrate\`. Output is a table for people; \`--json\` prints JSON.
Secrets are never given on a command line: they are read from a file or standard input. A new secret is shown once, or written to a
file of mode 0600 with \`--out\`. Every change is recorded in the audit log with actor, time, and the values before and after;
[audit-log.md](audit-log.md) explains how tampering with the log itself is detected.

## Exit codes

| Code | Meaning |
| --- | --- |
${Object.values(EXIT_CODES)
  .map(({ code, text }) => `| ${code} | ${text} |`)
  .join('\n')}

## Settings

| Name | Of | Default | Bounds | Description |
| --- | --- | --- | --- | --- |
${settingRows.join('\n')}

${groups.map((group) => `## ${group}\n\n${commandSection(group)}`).join('\n\n')}
`;
