import { commands } from '@titular/cli/commands/commands.ts';
import { commandHelp } from '@titular/cli/frame/help.ts';
import { EXIT_CODES } from '@titular/server/kernel/base/exit-codes.ts';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { formatSetting } from '@titular/server/settings/setting.ts';

const groups = [...new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))];

const commandSection = (group: string): string =>
  commands
    .filter((command) => command.name.split(' ')[0] === group)
    .map((command) => `### ${command.name}\n\n\`\`\`text\n${commandHelp(command)}\n\`\`\``)
    .join('\n\n');

const settingRows = Object.entries(settingTables).flatMap(([owner, settings]) =>
  settings.map(
    ({ name, fallback, bounds, purpose }) =>
      `| ${owner} | \`${name}\` | \`${formatSetting(fallback) || '(empty)'}\` | ${bounds} | ${purpose} |`,
  ),
);

/** docs/command-line.md: every command with its options and examples, every setting, every exit code. */
export const commandLinePage = (): string => `# Command line

Generated from \`packages/cli/src/commands\` and \`packages/server/src/settings\` by \`npm run generate\`.

\`npx titular <group> <verb>\` works on the database of the service: the one at \`DATABASE_URL\`, the embedded one of a service that
runs, or, where none runs, the embedded one, started for as long as the command takes. It reads the same settings from the environment
as the service ([configuration.md](configuration.md)) and brings the schema up to date. Answers are tables for people; \`--json\` gives
JSON. No secret is ever given on a command line: it is read from a file or standard input, and a new one is shown once or written to a
file of mode 0600 with \`--out\`. Every change stands in the audit log with who, when, before and
after; [audit-log.md](audit-log.md) tells how changes to that log itself are found.

## Exit codes

| Code | Meaning |
| --- | --- |
${Object.values(EXIT_CODES)
  .map(({ code, text }) => `| ${code} | ${text} |`)
  .join('\n')}

## Settings

| Of | Name | Default | Bounds | What it is |
| --- | --- | --- | --- | --- |
${settingRows.join('\n')}

${groups.map((group) => `## ${group}\n\n${commandSection(group)}`).join('\n\n')}
`;
