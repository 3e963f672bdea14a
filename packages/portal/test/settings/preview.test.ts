import { PREVIEW_CHANNEL, type PreviewView } from '@titular/contract/page-preview';
import { describe, expect, test } from 'vitest';
import { measureColour, readDraftBranding } from '../../src/pages/settings/preview/draft-looks.ts';
import { openPreviewLine, parsePreviewAnswer } from '../../src/pages/settings/preview/preview-line.ts';

const ORIGIN = 'https://pay.example';
const READY = { channel: PREVIEW_CHANNEL, type: 'ready' };

const text = (name: string, form: 'colour' | 'display-name' | 'introduction', value = 'none') => ({
  ...{ name, value },
  shape: { kind: 'text' as const, form, hasNone: true },
});
const SETTINGS = [
  text('brand-name', 'display-name', 'Loja Azul'),
  text('brand-colour', 'colour', '#0b6272'),
  text('brand-introduction-pt', 'introduction', 'Que bom ver você!'),
  text('brand-introduction-en', 'introduction'),
];
const draft = (name: string, entered: string) => ({
  [name]: { seen: SETTINGS.find((one) => one.name === name)?.value ?? '', text: entered },
});

describe('the looks of a preview', () => {
  test('are those of the drafts, and else of what is saved', () => {
    expect(readDraftBranding(SETTINGS, {}, 'Azul Ltda')).toEqual({
      companyName: 'Loja Azul',
      brandColour: '#0b6272',
      introduction: { pt: 'Que bom ver você!' },
      entered: '#0b6272',
      isPartlySaved: false,
    });
    const drafts = { ...draft('brand-name', 'none'), ...draft('brand-colour', '#3A1463') };
    expect(readDraftBranding(SETTINGS, drafts, 'Azul Ltda')).toMatchObject({
      companyName: 'Azul Ltda',
      brandColour: '#3a1463',
    });
  });

  test('are the saved ones in place of what would be refused, and say so; a refused colour is still measured', () => {
    const drafts = { ...draft('brand-colour', '#ffee00'), ...draft('brand-introduction-pt', '<b>x</b>') };
    expect(readDraftBranding(SETTINGS, drafts, '')).toMatchObject({
      brandColour: '#0b6272',
      introduction: { pt: 'Que bom ver você!' },
      entered: '#ffee00',
      isPartlySaved: true,
    });
    expect(readDraftBranding(SETTINGS, draft('brand-colour', 'javascript:'), '').entered).toBeUndefined();
  });
});

describe('the contrasts of a colour', () => {
  test.each([
    ['#000000', [21, 21, 1.26], [true, true, false]],
    ['#767676', [4.54, 4.54, 3.64], [true, true, true]],
    ['#777777', [4.47, 4.47, 3.69], [false, true, true]],
  ])('of %s are those of WCAG 2.1, and never rounded up', (colour, ratios, enough) => {
    const measures = measureColour(colour);
    expect(measures.map(({ ratio }) => ratio)).toEqual(ratios);
    expect(measures.map(({ isEnough }) => isEnough)).toEqual(enough);
    expect(measures.map(({ asked, criterion }) => [asked, criterion])).toEqual([
      [4.5, '1.4.3'],
      [3, '1.4.11'],
      [3, '1.4.11'],
    ]);
  });
});

describe('the line to the frame', () => {
  test('hears its own frame, by window, origin and shape together, and tells that origin alone (ASVS 3.5.5)', () => {
    const listeners: ((event: MessageEvent) => void)[] = [];
    const own = {
      addEventListener: (_type: string, listener: (event: MessageEvent) => void) => listeners.push(listener),
      removeEventListener: () => listeners.splice(0),
    };
    const sent: unknown[][] = [];
    const frame = { postMessage: (...given: unknown[]) => sent.push(given) };
    const heard: unknown[] = [];
    const line = openPreviewLine(
      own as never,
      () => frame as never,
      ORIGIN,
      (answer) => heard.push(answer),
    );
    const post = (event: object) => {
      for (const listener of [...listeners]) listener(event as MessageEvent);
    };
    post({ source: {}, origin: ORIGIN, data: READY });
    post({ source: null, origin: ORIGIN, data: READY });
    for (const origin of ['https://evil.example', `${ORIGIN}:8443`, 'null'])
      post({ source: frame, origin, data: READY });
    post({ source: frame, origin: ORIGIN, data: { ...READY, channel: 'titular/1' } });
    expect(heard).toEqual([]);
    post({ source: frame, origin: ORIGIN, data: READY });
    expect(heard).toEqual([READY]);
    const looks = { screen: 'camera' } as PreviewView;
    line.show(looks);
    expect(sent).toEqual([[{ channel: PREVIEW_CHANNEL, type: 'show', looks }, ORIGIN]]);
    line.close();
    post({ source: frame, origin: ORIGIN, data: READY });
    expect(heard).toHaveLength(1);
  });

  test.each([
    ['text', 'ready'],
    ['a further field', { ...READY, html: '<b>' }],
    ['a screen where none belongs', { ...READY, screen: 'camera' }],
    ['another type', { ...READY, type: 'open' }],
    ['another screen', { ...READY, type: 'shown', screen: '<img>' }],
    ['no screen', { ...READY, type: 'shown' }],
  ])('refuses %s', (_what, data) => {
    expect(parsePreviewAnswer(data)).toBeUndefined();
  });
});
