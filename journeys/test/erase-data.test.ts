import { asId } from '@titular/test-kit/as-id.ts';
import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransaction, type Journey, openPhone, personBefore, startJourney } from './fixture.ts';
import { on, press } from './page-steps.ts';

const JOURNEY_MS = 720_000;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
});
afterAll(() => journey.close());

const facesOf = (id: string) =>
  journey.service.service.database.db
    .selectFrom('face_templates')
    .select('erase_at')
    .where('subject_id', '=', asId(id))
    .execute();

test(
  'who was confirmed asks for the deletion of their data, is asked once more, and reads when what goes; the merchant hears it (D6)',
  async () => {
    const { id, link } = await createTransaction(journey);
    const browser = await openBrowser(await personBefore('a'));
    try {
      const { page, complaints } = await openPhone(browser);
      expect(await drivePage(page, link)).toBe('approved');
      await press(page, 'erase-data');
      await on(page, 'erase-data');
      await press(page, 'back');
      await on(page, 'approved');
      expect((await facesOf(id)).map((face) => face.erase_at)).toEqual([null]);
      await press(page, 'erase-data');
      await press(page, 'confirm');
      await on(page, 'erased');
      expect(await journey.webhooks.nextPersonRequest(id)).toMatchObject({ type: 'erasure.requested' });
      expect((await facesOf(id)).map((face) => face.erase_at)).toEqual([expect.any(Date)]);
      await page.reload();
      await on(page, 'approved');
      await press(page, 'erase-data');
      await on(page, 'erased');
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  JOURNEY_MS,
);
