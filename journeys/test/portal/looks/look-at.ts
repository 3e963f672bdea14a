import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from './screen.ts';
import { DIFFERENCES, Viewer } from './visit.ts';

const WHAT_TO_DO = `look at the pictures in ${DIFFERENCES}; if they are as they should be: npm run golden --workspace @titular/journeys`;
const NOTHING = { differences: [], layout: [], violations: [], lostFocus: [], title: [], faults: [] };

/** Declares a test of each screen, in a world that the file opens and closes; gives who looks. */
export function lookAt(screens: readonly Screen[]): () => Viewer {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await Viewer.open();
  });
  afterAll(() => viewer.close());
  describe('every screen looks as it was last looked at; nothing is cut off, against WCAG 2.2 AA, lost to the focus, named in the title, or against the policy', () => {
    test.each(screens.map((screen) => [screen.name, screen] as const))(
      '%s (P39, P44, P47, P48, P49)',
      async (_name, screen) => {
        expect(await viewer.visit(screen), WHAT_TO_DO).toEqual(NOTHING);
      },
    );
  });
  return () => viewer;
}
