import { checkSetting, formatSetting, type SettingShape, SettingView } from '@titular/contract';
import { containsCardNumber } from '@titular/server/kernel/base/card-numbers/card-number.ts';
import { parseSettings, settingTables } from '@titular/server/settings/change-settings.ts';
import type { Setting } from '@titular/server/settings/setting.ts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';

const portal = [
  ...settingTables.tenant.map((setting) => ['tenant', setting] as const),
  ...settingTables.company.map((setting) => ['company', setting] as const),
];
const rows = portal.map(([kind, setting]) => [setting.name, kind, setting] as const);

/** The shape as the page has it: sent as JSON. */
const sent = (shape: SettingShape): SettingShape => JSON.parse(JSON.stringify(shape)) as SettingShape;

const HOSTS = ['shop.example', 'Shop.Example', 'a.b.example', 'localhost', 'shop..example', 'x'.repeat(300)];
const TEXTS = [
  ...[
    'none',
    'any',
    '',
    ' ',
    '0',
    '1',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '١',
    '#0b6272',
    '#fff',
    '+551140028922',
    'a@b.example',
  ],
  ...['https://shop.example', 'https://shop.example/a b', 'http://localhost:3000', 'br.com.shop', 'shop'],
  ...[
    'shop:any-app-may-claim-it',
    'javascript',
    'Loja Azul',
    'veja <b>',
    '12.50',
    '0.0',
    '12.34567',
    'transaction',
  ],
];

/** Texts about the edge of what a shape takes. */
function near({ shape }: Setting): fc.Arbitrary<string> {
  const listed = fc
    .array(fc.constantFrom(...HOSTS, ...TEXTS, ...('options' in shape ? shape.options : [])), {
      maxLength: 22,
    })
    .map((parts) => parts.join(','));
  if (shape.kind !== 'number') return listed;
  const numbers = [shape.min, shape.max].flatMap((edge) => [
    edge - 1,
    edge - 0.000001,
    edge,
    edge + 0.000001,
    edge + 1,
  ]);
  return fc.oneof(
    fc.constantFrom(...numbers).map(String),
    fc.integer().map(String),
    fc.double().map(String),
    listed,
  );
}

/** Whether the server takes a text, as its command and its portal ask it. */
function isTaken(kind: 'tenant' | 'company', name: string, text: string): boolean {
  try {
    parseSettings(kind, new Map([[name, text]]));
    return true;
  } catch {
    return false;
  }
}

describe('the shape of every setting', () => {
  test.each(rows)('%s: form and server agree on every value (P10)', (name, kind, setting) => {
    const shape = sent(setting.shape);
    const texts = fc.oneof(
      near(setting),
      fc.constantFrom(...TEXTS),
      fc.string({ unit: 'binary' }),
      fc.constant(formatSetting(setting.fallback)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!containsCardNumber(text));
        expect(checkSetting(shape, text) !== undefined, JSON.stringify(text)).toBe(isTaken(kind, name, text));
      }),
      { numRuns: 300 },
    );
  });

  test.each(rows)(
    '%s: what it takes is written in one way, which it takes again as the same',
    (_name, _kind, setting) => {
      fc.assert(
        fc.property(fc.oneof(near(setting), fc.constantFrom(...TEXTS)), (text) => {
          const value = checkSetting(setting.shape, text);
          if (value === undefined || setting.read) return;
          expect(checkSetting(setting.shape, formatSetting(value))).toEqual(value);
        }),
        { numRuns: 200 },
      );
    },
  );

  test.each(rows)('%s: is sent to the page whole', (_name, _kind, { shape }) => {
    expect(Value.Check(SettingView.properties.shape, sent(shape))).toBe(true);
    expect(sent(shape)).toEqual(shape);
  });

  test('a text of a list that the page cannot read is left to the server', () => {
    expect(checkSetting({ kind: 'list', form: 'time-window', max: 1 }, 'whatever')).toEqual(['whatever']);
  });
});
