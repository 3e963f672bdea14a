import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../../src/i18n/all-texts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { createTranslate } from '../../src/i18n/texts.ts';
import { actionWords } from '../../src/pages/audit/model/action-words.ts';
import { actorWords } from '../../src/pages/audit/model/actor-words.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const sources = ['server', 'cli', 'lab']
  .flatMap((name) => globSync(`${ROOT}/${name}/src/**/*.ts`))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const ACTION = "'([a-z]+(?:-[a-z]+)*\\.[a-z]+(?:-[a-z]+)*)'";

/** Actions that entries are written with: each stands where an entry is made, or in a constant of that name. */
const written = [
  ...[...sources.matchAll(new RegExp(`\\baction: (?:\\S[^,{}?]* \\? )?${ACTION}(?: : ${ACTION})?`, 'g'))],
  ...[...sources.matchAll(new RegExp(`\\b(?:[A-Z]+_)?ACTION = ${ACTION}`, 'g'))],
].flatMap(([, first, second]) => [first, second].filter((action) => action !== undefined));
const known = [...new Set([...written, ...Object.keys(settingTables).map((kind) => `${kind}.settings`)])];

test('actions are found where entries of the audit log are written', () => {
  expect(known.length).toBeGreaterThan(100);
  expect(known).toEqual(
    expect.arrayContaining(['company.settings', 'operator.view', 'user.enable', 'reference.create']),
  );
});

describe.each(LANGUAGES)('in %s', (language) => {
  const t = createTranslate(language);

  test('every action of the audit log is said in words of its own, and none that is gone (P4)', () => {
    expect(known.filter((action) => actionWords(t, action) === action)).toEqual([]);
    const said = known.map((action) => actionWords(t, action));
    expect(said.filter((words, at) => said.indexOf(words) !== at)).toEqual([]);
    const keys = Object.keys(dictionaries[language].audit).flatMap(
      (key) => /^action_(.+)$/.exec(key)?.[1] ?? [],
    );
    const isWritten = (action: string): boolean => known.includes(action) || sources.includes(`'${action}'`);
    expect(keys.filter((action) => !isWritten(action))).toEqual([]);
  });

  test('everybody who acts without a name is said in words', () => {
    const actors = ['service', 'person', 'command-line:root', 'service-account:shop', 'receiver:1'];
    for (const actor of actors) expect(actorWords(t, actor)).not.toBe(actor);
    expect(actorWords(t, 'command-line:a:b')).toContain('a:b');
    expect(actorWords(t, 'user:1')).toBe('user:1');
  });
});

test('an action of a newer server stands as it is (P58)', () => {
  expect(actionWords(createTranslate('pt'), 'new.thing')).toBe('new.thing');
});
