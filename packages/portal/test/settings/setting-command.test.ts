import { commands } from '@titular/cli/commands/commands.ts';
import { parseArguments } from '@titular/cli/frame/parse-arguments.ts';
import { formatSetting } from '@titular/contract';
import { parseSettings, settingTables } from '@titular/server/settings/change-settings.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingCommand, whatIfCommand } from '../../src/pages/settings/model/setting-command.ts';
import { readWords } from '../shell-words.ts';

const owner = { tenantId: crypto.randomUUID(), companyId: crypto.randomUUID() };

const setCommand = commands.find(({ name }) => name === 'settings set');

function parse(words: readonly string[]) {
  expect(words.slice(0, 4)).toEqual(['npx', 'titular', 'settings', 'set']);
  if (!setCommand) throw new Error('there is no settings set');
  return parseArguments(setCommand, words.slice(4)).args;
}

test('the command of every setting parses, and sets what the page shows (F10)', () => {
  const rows = (['tenant', 'company'] as const).flatMap((kind) =>
    settingTables[kind].map((setting) => ({ kind, setting, text: formatSetting(setting.fallback) })),
  );
  const lines = rows.map(({ kind, setting, text }) =>
    settingCommand(kind === 'company' ? owner : { tenantId: owner.tenantId }, setting.name, text),
  );
  for (const [at, words] of readWords(lines).entries()) {
    const row = rows[at];
    if (!row) throw new Error('more commands than settings');
    const { positionals, options } = parse(words);
    expect(positionals).toEqual([`${row.setting.name}=${row.text}`]);
    expect(options['tenant']).toBe(owner.tenantId);
    expect(options['company']).toBe(row.kind === 'company' ? owner.companyId : undefined);
    const [value] = parseSettings(row.kind, new Map([[row.setting.name, row.text]])).values();
    expect(value).toEqual(row.setting.fallback);
  }
});

test('whatever stands in a value is one word of the shell and nothing else', () => {
  const marks = ["'", '"', '$(id)', '`id`', ';', '&', '|', '>', '*', '~', '\\', '!', '#', ' ', 'é', '-', '='];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...marks), fc.string()), { maxLength: 12 })
    .map((parts) => parts.join('').replace(/[\p{Cc}]/gu, ''));
  const texts = fc.sample(text, 200);
  const lines = texts.map((one) => settingCommand(owner, 'brand-name', one));
  expect(readWords(lines).map((words) => words[4])).toEqual(texts.map((one) => `brand-name=${one}`));
});

test('the command that tries settings parses, with every value that is tried (F10)', () => {
  const tried = [
    { name: 'match-threshold', value: '0.45' },
    { name: 'noted-signs', value: 'virtual_camera, wrong_turn' },
  ];
  const [words = []] = readWords([whatIfCommand(owner, tried)]);
  const command = commands.find(({ name }) => name === 'settings what-if');
  if (!command) throw new Error('there is no settings what-if');
  const { args } = parseArguments(command, words.slice(4));
  expect(args.positionals).toEqual(tried.map(({ name, value }) => `${name}=${value}`));
  expect(args.options).toMatchObject({ company: owner.companyId, tenant: owner.tenantId });
});
