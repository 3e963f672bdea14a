import { CONSENT_VERSION } from '@titular/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { viewWith } from './screen-state.ts';
import { looks, type ScreenState } from './screen-states.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

type Heard = { contexts: number[]; tones: number[]; vibrations: number[]; presses: number[] };

/** Runs in the page first: notes when it makes itself heard or felt, and when somebody presses. */
function listen(): void {
  const heard: Heard = { contexts: [], tones: [], vibrations: [], presses: [] };
  Object.assign(window, { heard });
  const now = () => performance.now();
  addEventListener('pointerdown', () => heard.presses.push(now()), true);
  const Original = window.AudioContext;
  window.AudioContext = class extends Original {
    constructor() {
      super();
      heard.contexts.push(now());
    }
  };
  const { createOscillator } = BaseAudioContext.prototype;
  BaseAudioContext.prototype.createOscillator = function note() {
    heard.tones.push(now());
    return createOscillator.call(this);
  };
  Navigator.prototype.vibrate = () => heard.vibrations.push(now()) > 0;
}

const heardOn = (page: Page): Promise<Heard> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard);

/** The last step is finished by the first frame that is answered. */
function lastStep(stepFeedback: 'off' | 'vibration' | 'sound' | 'both'): ScreenState {
  const look = looks.find(({ name }) => name === 'camera-end');
  if (!look) throw new Error('there is no look camera-end');
  const session = viewWith(CONSENT_VERSION, { stage: 'camera', stepFeedback });
  return { ...look, wire: { ...look.wire, session }, device: { camera: 'still', userAgent: PHONE } };
}

describe('a finished step is heard and felt', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer(async (context: BrowserContext) => {
      await context.addInitScript(listen);
    });
  });
  afterAll(() => viewer.close());

  const hear = async (look: ScreenState): Promise<Heard> => {
    let heard: Heard | undefined;
    await lookAt(
      viewer,
      look,
      async (page) => {
        heard = await heardOn(page);
      },
      ['en'],
    );
    if (!heard) throw new Error('nobody listened');
    return heard;
  };

  test.each([
    ['both', 2, 1],
    ['sound', 2, 0],
    ['vibration', 0, 1],
    ['off', 0, 0],
  ] as const)(
    'the company sets %s: %i tones and %i vibration, never before a press',
    async (feedback, tones, shakes) => {
      const heard = await hear(lastStep(feedback));
      expect([heard.tones.length, heard.vibrations.length]).toEqual([tones, shakes]);
      const [firstPress = Number.POSITIVE_INFINITY] = heard.presses;
      for (const at of [...heard.contexts, ...heard.tones, ...heard.vibrations])
        expect(at).toBeGreaterThanOrEqual(firstPress);
      expect(heard.contexts.length).toBe(tones > 0 ? 1 : 0);
    },
  );

  test('the person switches each off before the camera, and nothing of it is kept', async () => {
    const look = lastStep('both');
    const before = ['[data-part="ways"] summary', '#way-sound', '#way-vibration'];
    const heard = await hear({ ...look, press: [...before, ...(look.press ?? [])] });
    expect([heard.tones.length, heard.vibrations.length, heard.contexts.length]).toEqual([0, 0, 0]);
  });

  test('on the camera the sound is switched off and on by one button, which says how it stands', async () => {
    const look = looks.find(({ name }) => name === 'camera-front');
    if (!look) throw new Error('the look is there');
    await lookAt(
      viewer,
      look,
      async (page) => {
        const button = page.locator('[data-action="sound"]');
        const names: (string | null)[] = [await button.getAttribute('aria-label')];
        await button.click();
        names.push(await button.getAttribute('aria-label'));
        expect(names).toEqual(['Sound: on', 'Sound: off']);
        expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
      },
      ['en'],
    );
  });
});
