import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '@titular/contract';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../../src/i18n/all-texts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { createTranslate, type TextKey } from '../../src/i18n/texts.ts';
import { actionWords } from '../../src/pages/audit/model/action-words.ts';
import { actorWords, isShortened } from '../../src/pages/audit/model/actor-words.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const sources = ['server', 'cli', 'lab']
  .flatMap((name) => globSync(`${ROOT}/${name}/src/**/*.ts`))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
/** Entries about settings are written for every kind of owner by one function. */
const ofSettings = Object.keys(settingTables).map((kind) => `${kind}.settings`);

test('every action of the closed list is written somewhere (P15)', () => {
  const isWritten = (action: string): boolean =>
    ofSettings.includes(action) || sources.includes(`'${action}'`);
  expect(AUDIT_ACTION_NAMES.filter((action) => !isWritten(action))).toEqual([]);
  expect(AUDIT_ACTION_NAMES).toEqual(AUDIT_ACTION_NAMES.toSorted());
});

describe.each(LANGUAGES)('in %s', (language) => {
  const t = createTranslate(language);

  test('exactly the actions of the closed list have words, each its own (P4)', () => {
    const keys = Object.keys(dictionaries[language].audit).flatMap(
      (key) => /^action_(.+)$/.exec(key)?.[1] ?? [],
    );
    expect(keys.toSorted()).toEqual(AUDIT_ACTION_NAMES);
    const said = AUDIT_ACTION_NAMES.map((action) => actionWords(t, action));
    expect(said.filter((words, at) => words === '' || said.indexOf(words) !== at)).toEqual([]);
  });

  test('an act about a transaction or process has words in its timeline (P4)', () => {
    const ofCases = AUDIT_ACTION_NAMES.filter((action) =>
      AUDIT_ACTIONS[action].about.some((kind) => ['transaction', 'process', 'any'].includes(kind)),
    );
    expect(ofCases).toContain('captures.look');
    expect(ofCases.filter((action) => !t(`staff_${action}` as TextKey))).toEqual([]);
  });

  test('everybody who acts without a name is said in words', () => {
    const named = ['command-line:root', 'service-account:shop', 'receiver:1'];
    const actors = ['service', 'person', 'portal', 'sandbox', ...named];
    for (const actor of actors) expect(actorWords(t, actor)).not.toBe(actor);
    expect(actorWords(t, 'command-line:a:b')).toContain('a:b');
    expect(actorWords(t, 'user:1')).toBe('user:1');
  });

  test('two who act in the same way are told apart, and an id that is cut stands whole beside', () => {
    const ids = ['018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b', '018f3c2a-7b1e-7c3d-9a4b-0b9a8f7e6d5c'];
    for (const kind of ['receiver', 'service-account', 'command-line']) {
      const actors = [...ids, 'a', 'b'].map((id) => `${kind}:${id}`);
      expect(new Set(actors.map((actor) => actorWords(t, actor))).size, kind).toBe(4);
      expect(actors.map(isShortened)).toEqual([true, true, false, false]);
    }
    expect(isShortened(`user:${ids[0]}`)).toBe(false);
  });
});

test('an action of a newer server stands as it is (P58)', () => {
  expect(actionWords(createTranslate('pt'), 'new.thing')).toBe('new.thing');
});
