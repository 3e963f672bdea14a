import { EXIT_CODES } from '@titular/server/kernel/base/exit-codes.ts';
import type { Command, OptionRule } from './command.ts';
import { COMMON_OPTIONS } from './parse-arguments.ts';

/** How a command is called, in one line. */
export function usageOf(command: Command): string {
  const words = (command.positionals ?? []).map((name) => {
    if (name.endsWith('?')) return `[<${name.slice(0, -1)}>]`;
    return `<${name.replace('...', '')}>${name.endsWith('...') ? ' …' : ''}`;
  });
  return ['npx titular', command.name, ...words, '[options]'].join(' ');
}

const optionWord = ([name, rule]: [string, OptionRule]): string =>
  rule.value ? `--${name} <${rule.value}>` : `--${name}`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** All that is to know of one command. */
export function commandHelp(command: Command): string {
  const options = Object.entries<OptionRule>({ ...command.options, ...COMMON_OPTIONS });
  return [
    command.summary,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    'Options:',
    columns(options.map((option) => [optionWord(option), option[1].text])),
    '',
    command.examples.length === 1 ? 'Example:' : 'Examples:',
    ...command.examples.map((example) => `  npx ${example}`),
  ].join('\n');
}

/** What starts the service, which is no command of a group. */
const SERVE = [
  'serve [--role ROLE]',
  'Start the service; also the default without a command. ROLE: all, api, worker or engine.',
] as const;

/** The commands of a group, or of all. */
export function overview(commands: readonly Command[], group?: string): string {
  const chosen = commands.filter((one) => group === undefined || one.name.startsWith(`${group} `));
  return [
    'titular: does this card belong to this person?',
    '',
    `Usage: npx titular ${group ?? '<group>'} <verb> [options]`,
    '',
    columns([
      ...(group === undefined ? [SERVE] : []),
      ...chosen.map(({ name, summary }) => [name, summary] as const),
    ]),
    '',
    'Configuration comes from the environment, as for the service; see docs/configuration.md.',
    "Commands use the running service's database, or start the embedded one if the service is not running.",
    '`npx titular <group> <verb> --help` shows options and examples; --json prints JSON. `npx titular --version` prints the version.',
    '',
    'Exit codes:',
    columns(Object.values(EXIT_CODES).map(({ code, text }) => [String(code), text])),
  ].join('\n');
}
