import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransaction, type Journey, readTold, startJourney } from '../journeys/test/fixture.ts';
import { findBrowsers } from './browsers.ts';
import { withBrowser } from './open-browser.ts';
import { on, press, readShown } from './page-steps.ts';
import { seatPerson } from './person-camera.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '40' });
});
afterAll(() => journey.close());

/** One for each browser: a face that is enrolled for one identity is not approved for another. */
const PERSONS = { firefox: 'a', webkit: 'c' } as const;

describe.each(findBrowsers())('in %s', (name) => {
  test('a person agrees, makes the movements and is approved, the merchant hears it, and the browser complains of nothing (R40, R52)', async () => {
    const { id, link } = await createTransaction(journey);
    const frameFor = await sitBeforeCamera(PERSONS[name]);
    await withBrowser(name, {}, async (page) => {
      await page.goto(link);
      await on(page, { screen: 'consent' });
      const person = await seatPerson(page, frameFor);
      await press(page, 'accept');
      await press(page, 'start-camera');
      const poses = new Set<string>();
      const end = async (): Promise<string> => {
        const { screen, pose } = await readShown(page);
        if (pose !== '') poses.add(pose);
        // As people do: on a busy machine a movement may come too late.
        if (screen === 'attempt-failed') await press(page, 'try-again');
        return screen;
      };
      await expect.poll(end, { timeout: 150_000 }).toMatch(/^(approved|not-approved|error)$/);
      await person.leave();
      expect(await readTold(journey, id)).toMatchObject({
        status: 'approved',
        reasons: ['live', 'enrolled', 'enrolled_unproven'],
      });
      await on(page, { screen: 'approved' });
      expect(poses.size).toBeGreaterThan(2);
      expect((await journey.webhooks.next(id)).status).toBe('approved');
      expect(await page.readComplaints()).toEqual([]);
    });
  });
});
