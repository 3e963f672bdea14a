import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONDITIONS, dress } from './check-layout.ts';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { looks, type ScreenState } from './screen-states.ts';

const stateNamed = (name: string): ScreenState => {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
};

describe('every screen holds together', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer();
  });
  afterAll(() => viewer.close());

  test.each([
    ['camera-left', 'left'],
    ['camera-right', 'right'],
  ] as const)(
    '%s: the arrow stands at that side of the mirrored picture in every direction of writing',
    async (name, side) => {
      await lookAt(
        viewer,
        stateNamed(name),
        async (page) => {
          for (const condition of CONDITIONS) {
            await page.setViewportSize(condition);
            await dress(page, condition);
            const oval = await page.locator('.oval').boundingBox();
            const arrow = await page.locator('.arrow:not([hidden])').boundingBox();
            if (!oval || !arrow) throw new Error('the oval and one arrow are there');
            const middle = arrow.x + arrow.width / 2;
            expect(middle < oval.x + oval.width / 2 ? 'left' : 'right').toBe(side);
            expect(arrow.x).toBeGreaterThanOrEqual(0);
          }
        },
        ['en'],
      );
    },
  );

  test.each([
    ['camera-up', 'above'],
    ['camera-down', 'below'],
    ['camera-mouth', 'below'],
    ['camera-close', 'below'],
  ] as const)('%s: what is drawn stands in the oval, %s the middle of the face', async (name, side) => {
    await lookAt(
      viewer,
      stateNamed(name),
      async (page) => {
        for (const condition of CONDITIONS) {
          await page.setViewportSize(condition);
          await dress(page, condition);
          const oval = await page.locator('.oval').boundingBox();
          const cue = await page.locator('.arrow:not([hidden])').boundingBox();
          if (!oval || !cue) throw new Error('the oval and one drawing are there');
          expect(Math.abs(cue.x + cue.width / 2 - (oval.x + oval.width / 2))).toBeLessThan(2);
          const [top, bottom] = [cue.y - oval.y, oval.y + oval.height - (cue.y + cue.height)];
          expect(Math.min(top, bottom)).toBeGreaterThanOrEqual(0);
          // Eyes, nose and mouth are in the middle third.
          expect(side === 'above' ? top + cue.height : bottom + cue.height).toBeLessThan(oval.height / 2.4);
        }
      },
      ['en'],
    );
  });

  test('with less motion nothing moves but the sign that something goes on, and that slowly', async () => {
    for (const name of [
      'loading',
      'consent',
      'camera-left',
      'camera-up',
      'camera-mouth',
      'camera-nearer',
      'camera-opening',
      'approved',
    ])
      await lookAt(
        viewer,
        stateNamed(name),
        async (page) => {
          await page.emulateMedia({ reducedMotion: 'reduce' });
          const moving = await page.evaluate(() =>
            document
              .getAnimations()
              .map((one) => Number(one.effect?.getComputedTiming().duration))
              .filter((duration) => duration < 5_000),
          );
          expect([name, moving]).toEqual([name, []]);
        },
        ['en'],
      );
  });

  test('in forced colours what is drawn for a movement keeps an edge and its lines', async () => {
    for (const name of ['camera-up', 'camera-mouth'])
      await lookAt(
        viewer,
        stateNamed(name),
        async (page) => {
          await page.emulateMedia({ forcedColors: 'active' });
          const seen = await page.locator('.arrow:not([hidden])').evaluate((cue) => {
            const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(cue);
            const { stroke } = getComputedStyle(cue.querySelector('path') ?? cue);
            return [borderTopStyle, borderTopColor !== backgroundColor, stroke !== backgroundColor];
          });
          expect([name, ...seen]).toEqual([name, 'solid', true, true]);
        },
        ['en'],
      );
  });

  test('in forced colours buttons and fields keep an edge', async () => {
    await lookAt(
      viewer,
      stateNamed('identity'),
      async (page) => {
        await page.emulateMedia({ forcedColors: 'active' });
        const edges = await page
          .locator('main button.button-primary, main input, main select')
          .evaluateAll((found) =>
            found.map((one) => {
              const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(one);
              return borderTopStyle === 'solid' && borderTopColor !== backgroundColor;
            }),
          );
        expect(edges).toEqual([true, true, true]);
      },
      ['en'],
    );
  });

  test('by keyboard alone from the consent to the camera, and the focus is seen at each stop', async () => {
    const consent = stateNamed('consent');
    const primer = stateNamed('camera-primer');
    const wire = { ...consent.wire, consent: primer.wire?.session ?? 'held' };
    await lookAt(
      viewer,
      { ...consent, wire },
      async (page) => {
        const pressUntil = async (action: string): Promise<void> => {
          for (let count = 0; count < 20; count += 1) {
            await page.keyboard.press('Tab');
            const stop = await page.evaluate(() => {
              const { activeElement: at } = document;
              const { outlineStyle, outlineWidth } = getComputedStyle(at ?? document.body);
              const isShown = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
              return { action: at?.getAttribute('data-action'), isShown };
            });
            expect(stop.isShown, `the focus at ${stop.action}`).toBe(true);
            if (stop.action === action) return page.keyboard.press('Enter');
          }
          throw new Error(`no way to ${action}`);
        };
        await pressUntil('accept');
        await page.locator('[data-phase="primer"]').waitFor();
        await pressUntil('start-camera');
        await page.locator('.stage').waitFor();
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.getAttribute('data-action'))).toBe(
          'stop-camera',
        );
      },
      ['en'],
    );
  });
});
