import { commands } from '@titular/cli/commands/commands.ts';
import type { Shown } from '@titular/cli/frame/command.ts';
import { commandHelp, overview } from '@titular/cli/frame/help.ts';
import { parseArguments, parseSince, parseSpan } from '@titular/cli/frame/parse-arguments.ts';
import { formatForPeople, formatForScripts, formatLine, formatValue } from '@titular/cli/frame/print.ts';
import { createProgress } from '@titular/cli/frame/progress.ts';
import { formatSetting } from '@titular/contract';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import type { Setting } from '@titular/server/settings/setting.ts';
import { describe, expect, test } from 'vitest';

test('the list of all commands has its summaries in one column, that of serve as well', () => {
  const [, rows = ''] = overview(commands).split('[options]\n\n');
  const [list = ''] = rows.split('\n\n');
  const columns = list.split('\n').map((row) => row.search(/(?<= {2})[A-Z]/));
  expect(columns.length).toBe(commands.length + 1);
  expect(new Set(columns).size).toBe(1);
});

/** Splits an example as a shell would: words in double quotes stay whole, redirections are the shell's own. */
const wordsOf = (example: string): string[] =>
  [...example.replace(/ < \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

describe('every command', () => {
  test.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
    expect(command.summary).toMatch(/^[A-Z].*\.$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const own = ['titular', ...name.split(' ')];
      const words = wordsOf(example);
      expect(words.slice(0, own.length)).toEqual(own);
      expect(parseArguments(command, words.slice(own.length)).help).toBe(false);
    }
    const help = commandHelp(command);
    for (const option of Object.keys(command.options ?? {})) expect(help).toContain(`--${option}`);
    expect(parseArguments(command, ['--help']).help).toBe(true);
    expect(() => parseArguments(command, ['--no-such-option'])).toThrow('--no-such-option');
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s takes no card number, in no word and no option: the audit log keeps what is given (C8, R29)',
    (_name, { positionals = [], options = {}, ...command }) => {
      const words = positionals.map(() => 'word');
      const valued = Object.entries(options).filter(([, rule]) => rule.value !== undefined);
      const calls = [
        ...words.map((_, at) => words.with(at, 'x 4000 0566 5566 5556')),
        ...valued.map(([name]) => [...words, `--${name}`, '0004000056655665556']),
      ];
      for (const call of calls)
        expect(() => parseArguments({ positionals, options, ...command }, call)).toThrow(
          'a full card number',
        );
    },
  );

  test('is there once', () => {
    expect(new Set(commands.map((command) => command.name)).size).toBe(commands.length);
  });
});

describe('every setting', () => {
  test('is listed with what it does, what it takes and its default, for people and for scripts', async () => {
    const list = commands.find(({ name }) => name === 'settings list');
    if (!list || !('run' in list)) throw new Error('there is no settings list');
    const result = await list.run({} as never, { positionals: [], options: {} } as never);
    if (result.kind !== 'rows') throw new Error('settings list gives no rows');
    const text = formatForPeople(result);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(104);
    const inOneLine = text.replace(/\s+/g, ' ');
    const all = Object.values(settingTables).flat();
    for (const { name, fallback, purpose, bounds } of all) {
      const described = `${purpose} Takes: ${bounds}.`.replaceAll('`', '');
      expect(inOneLine).toContain(`${name} (default: ${formatSetting(fallback) || 'empty'}) ${described}`);
    }
    expect(JSON.parse(formatForScripts(result))).toHaveLength(all.length);
  });

  const all: [string, Setting][] = Object.values(settingTables).flatMap((settings) =>
    settings.map((setting): [string, Setting] => [setting.name, setting]),
  );
  test.each(all)('%s takes its own default, and says its bounds', (_name, setting) => {
    expect(setting.parse(formatSetting(setting.fallback))).toEqual(setting.fallback);
    expect(setting.bounds).not.toBe('');
    expect(setting.purpose).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what is printed', () => {
  test('never carries a sign that could move the cursor, turn words around (A-26) or forge a line', () => {
    expect(formatValue('a\u001b[2Jb\u0007c\u009bd\u2028e\u202ef')).toBe('a [2Jb c d e f');
    const rows = [{ name: 'first\tsecond' }];
    expect(formatForPeople({ kind: 'rows', columns: ['name'], rows })).toBe('NAME\nfirst second');
  });

  test('is a table for people and JSON for scripts, in which nothing is null', () => {
    const at = new Date('2026-11-20T10:00:00.123Z');
    const rows = [{ key: 'a', lastUsedAt: at, scopes: ['x', 'y'], on: true, none: undefined }];
    const columns = ['key', 'lastUsedAt', 'scopes', 'on', 'none'];
    expect(formatForPeople({ kind: 'rows', columns, rows })).toBe(
      'KEY  LAST USED AT          SCOPES  ON   NONE\na    2026-11-20 10:00:00Z  x, y    yes  –',
    );
    expect(JSON.parse(formatForScripts({ kind: 'rows', columns, rows }))).toEqual([
      { key: 'a', lastUsedAt: at.toISOString(), scopes: ['x', 'y'], on: true, none: null },
    ]);
    expect(formatForPeople({ kind: 'rows', columns, rows: [] })).toBe('None.');
  });

  test('is a list for scripts where the line is one, as answers to a batch of an agent are', () => {
    const batch = [{ id: 1, none: undefined }] as unknown as Readonly<Record<string, Shown>>;
    expect(formatLine({ text: '', record: batch }, true)).toBe('[{"id":1}]');
    expect(formatLine({ text: '', record: { id: 1, none: undefined } }, true)).toBe('{"id":1,"none":null}');
  });
});

test.each([
  ['0s', 0],
  ['90s', 90],
  ['30m', 1800],
  ['24h', 86_400],
  ['7d', 604_800],
  ['365d', 31_536_000],
])('the span %s is %i seconds', (text, seconds) => {
  expect(parseSpan(text)).toBe(seconds);
});

test.each(['', '1', 'h', '-1h', '1.5h', '366d', '1w', '1h30m', '99999999999s'])('%j is no span', (text) => {
  expect(() => parseSpan(text)).toThrow('is not a time span');
});

test('a time is a span before now, or an instant with its zone', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(parseSince('6h', now)).toEqual(new Date('2026-11-20T04:00:00Z'));
  expect(parseSince('2026-11-19T10:00:00+02:00', now)).toEqual(new Date('2026-11-19T08:00:00Z'));
  for (const text of ['2026-11-19', '2026-11-19T10:00:00', '2026-13-01T00:00:00Z', 'yesterday'])
    expect(() => parseSince(text, now)).toThrow(/is not a (time span|valid time)/);
});

test('progress to a file is a line every five seconds at most, and nothing when the work is short', () => {
  let nowMs = 0;
  let written = '';
  const progress = createProgress({ write: (text: string) => (written += text) }, () => nowMs);
  progress.say('begun');
  progress.end();
  expect(written).toBe('');
  for (const atMs of [1_000, 2_000, 5_999, 6_000]) {
    nowMs = atMs;
    progress.say(`at ${atMs}`);
  }
  progress.end();
  expect(written).toBe('at 1000\nat 6000\n');
});
