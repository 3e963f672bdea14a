import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { PAGE_LANGUAGES } from '@titular/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looks, type ScreenState } from './screen-states.ts';
import { DIFFERENCES, type Findings, type Spoken, Visits } from './visit.ts';

const WHAT_TO_DO = `look at the pictures in ${DIFFERENCES}; if they are as they should be: npm run golden --workspace @titular/journeys`;

/** Looks at which something is spoken. */
const SPOKEN: Readonly<Record<string, Spoken>> = {
  'camera-left': { urgency: 'polite', key: 'poseLeft' },
  'camera-up': { urgency: 'polite', key: 'poseUp' },
  'camera-mouth': { urgency: 'polite', key: 'poseMouth' },
  'camera-close': { urgency: 'polite', key: 'poseClose' },
  'camera-nearer': { urgency: 'polite', key: 'poseNearer' },
  'camera-dark': { urgency: 'polite', key: 'hintTooDark' },
  'camera-offline': { urgency: 'polite', key: 'connectionLost' },
  'camera-end': { urgency: 'polite', key: 'stepDone' },
};

const named = looks.map((look) => [look.name, look] as const);

// Each look is led to once, and the tests of it share what was found; while one page waits another one is drawn.
let visits: Visits;
beforeAll(async () => {
  visits = await Visits.open();
});
afterAll(() => visits.close());

const findingsAt = (look: ScreenState): Promise<Findings> => visits.findingsAt(look, SPOKEN[look.name]);

describe('every screen looks as it was last looked at', () => {
  test.concurrent.each(named)('%s', async (_name, look) => {
    expect((await findingsAt(look)).differences, WHAT_TO_DO).toEqual([]);
  });
});

describe('every screen, for everybody', () => {
  test.concurrent.each(named)(
    '%s has nothing against WCAG 2.2 AA and best practice, in each language, light and dark, and tells a screen reader where it is',
    async (_name, look) => {
      const { violations, told } = await findingsAt(look);
      expect(violations).toEqual([]);
      expect(told).toEqual({
        headings: 1,
        isTitled: true,
        // Who has opened something on the screen stays where the last press left the focus.
        isFocused: /^[a-z-]+$/.test(look.press?.at(-1) ?? 'none'),
        speaks: ['polite', 'assertive'],
        landmarks: 1,
      });
    },
  );

  test.concurrent.each(
    Object.entries(SPOKEN).map(([name, { urgency, key }]) => [name, urgency, key] as const),
  )('%s is spoken, %s, in the language of the page', async (name, _urgency, key) => {
    const look = looks.find((one) => one.name === name);
    if (!look) throw new Error(`there is no look ${name}`);
    const { spoken } = await findingsAt(look);
    expect(spoken).toEqual(PAGE_LANGUAGES.map((language) => dictionaries[language][key]));
  });
});

describe('every screen holds together', () => {
  test.concurrent.each(named)(
    '%s: nothing is cut off, covered or too small to be touched, at any size, with large text, right to left',
    async (_name, look) => {
      expect((await findingsAt(look)).faults).toEqual([]);
    },
  );
});

describe('on every screen the actions are in view (D8)', () => {
  test.concurrent.each(named)('%s: at five sizes', async (_name, look) => {
    expect((await findingsAt(look)).outOfView).toEqual([]);
  });
});

describe('the focus is never covered (WCAG 2.2, 2.4.11) (D10)', () => {
  test.concurrent.each(named)(
    '%s: by keyboard through everything at 360 by 640 and at 320 by 256',
    async (_name, look) => {
      expect((await findingsAt(look)).covered).toEqual([]);
    },
  );
});
