import { readFileSync } from 'node:fs';
import {
  MAX_PREVIEW_LOGO_BYTES,
  PAGE_GROUNDS,
  PREVIEW_CHANNEL,
  type PreviewView,
} from '@titular/contract/page-preview';
import { describe, expect, test } from 'vitest';
import { parsePreviewRequest } from '../src/preview/parse-looks.ts';
import { openPreviewChannel } from '../src/preview/preview-channel.ts';

const PORTAL = 'https://portal.example';
const LOOKS: PreviewView = {
  screen: 'consent',
  language: 'pt',
  scheme: 'dark',
  companyName: 'Loja <b>Azul</b>',
  brandColour: '#3a1463',
  introduction: { pt: 'Obrigada por comprar com a gente!' },
  logo: null,
};
const request = (changes: object = {}): object => ({
  channel: PREVIEW_CHANNEL,
  type: 'show',
  looks: { ...LOOKS, ...changes },
});
const picture = (size: number, ...head: number[]): ArrayBuffer => {
  const bytes = new Uint8Array(size);
  bytes.set(head);
  return bytes.buffer;
};
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A window with a listener, to which anybody posts. */
function openWindow() {
  let listen: (event: object) => void = () => undefined;
  const sent: [message: unknown, origin: unknown][] = [];
  const parent = { postMessage: (message: unknown, origin: unknown) => void sent.push([message, origin]) };
  const own = {
    parent,
    addEventListener: (_type: string, listener: typeof listen) => {
      listen = listener;
    },
  };
  const heard: PreviewView[] = [];
  const channel = openPreviewChannel(own as never, PORTAL, (looks) => heard.push(looks));
  return { parent, sent, heard, channel, post: (event: object) => listen(event) };
}

describe('the preview of the page', () => {
  test('hears the portal, by window, origin and shape together (ASVS 3.5.5)', () => {
    const { parent, heard, post } = openWindow();
    post({ source: {}, origin: PORTAL, data: request() });
    post({ source: null, origin: PORTAL, data: request() });
    for (const origin of ['https://evil.example', `${PORTAL}.evil.example`, `${PORTAL}:8443`, 'null', ''])
      post({ source: parent, origin, data: request() });
    post({ source: parent, origin: PORTAL, data: { ...request(), type: 'open' } });
    expect(heard).toEqual([]);
    post({ source: parent, origin: PORTAL, data: request() });
    expect(heard).toEqual([LOOKS]);
  });

  test('tells nobody but the portal', () => {
    const { sent, channel } = openWindow();
    channel.tellReady();
    channel.tellShown('camera');
    expect(sent).toEqual([
      [{ channel: PREVIEW_CHANNEL, type: 'ready' }, PORTAL],
      [{ channel: PREVIEW_CHANNEL, type: 'shown', screen: 'camera' }, PORTAL],
    ]);
  });

  test.each([
    ['text', 'show'],
    ['nothing', null],
    ['another channel', { ...request(), channel: 'titular/1' }],
    ['a further field', { ...request(), code: 'x' }],
    ['a further look', request({ html: '<b>' })],
    ['a missing look', { ...request(), looks: { ...LOOKS, logo: undefined, scheme: undefined } }],
    ['another screen', request({ screen: 'erased' })],
    ['another language', request({ language: 'de' })],
    ['another scheme', request({ scheme: 'auto' })],
    ['a colour that is none', request({ brandColour: 'url(https://evil.example)' })],
    ['a colour on which white is not read', request({ brandColour: '#ffee00' })],
    ['a name that is long', request({ companyName: 'x'.repeat(201) })],
    ['a name that turns the direction', request({ companyName: 'a\u202eb' })],
    ['an introduction that is long', request({ introduction: { pt: 'x'.repeat(201) } })],
    ['an introduction with an address', request({ introduction: { pt: 'evil.example' } })],
    ['an introduction in another language', request({ introduction: { de: 'x' } })],
    ['a logo elsewhere', request({ logo: 'https://evil.example/x.png' })],
    ['a logo by another path', request({ logo: `/capture/logos/${'0'.repeat(64)}.png/../../c/x` })],
    ['a drawing', request({ logo: new TextEncoder().encode('<svg onload="x">').buffer })],
    ['a logo that is large', request({ logo: picture(MAX_PREVIEW_LOGO_BYTES + 1, ...PNG) })],
    ['bytes with no head', request({ logo: new ArrayBuffer(0) })],
  ])('refuses %s', (_what, data) => {
    expect(parsePreviewRequest(data)).toBeUndefined();
  });

  test.each([
    ['none', null],
    ['a saved one', `/capture/logos/${'0a'.repeat(32)}.png`],
    ['a PNG', picture(MAX_PREVIEW_LOGO_BYTES, ...PNG)],
    ['a JPEG', picture(64, 0xff, 0xd8, 0xff)],
  ])('takes as a logo %s', (_what, logo) => {
    expect(parsePreviewRequest(request({ logo }))).toEqual({ ...LOOKS, logo });
  });

  test('measures contrasts against the grounds that the page has', () => {
    const source = readFileSync(new URL('../src/appearance/apply-branding.ts', import.meta.url), 'utf8');
    expect(source).toContain(`light: { surface: '${PAGE_GROUNDS.light}'`);
    expect(source).toContain(`dark: { surface: '${PAGE_GROUNDS.dark}'`);
  });
});
