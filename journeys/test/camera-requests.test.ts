import type { CameraCheck } from '@titular/server/captures/attack-signals/camera-requests.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CameraFixture, LONG_MS, live, openCameraFixture, PHONE } from './camera-fixture.ts';
import { createTransaction } from './fixture.ts';
import { on, press } from './page-steps.ts';

let fixture: CameraFixture;
beforeAll(async () => {
  fixture = await openCameraFixture();
}, LONG_MS);
afterEach(() => fixture.leave());
afterAll(() => fixture.close());

/** Has the next attempt of a page ask for this as soon as the person was seen once, whatever was drawn; gives the attempt's id. */
async function askFor(page: Page, kind: 'size' | 'rate', value: number): Promise<() => string> {
  let attemptId = '';
  const plan = JSON.stringify([{ kind, value, step: 1, after: 0 }]);
  await page.route('**/capture/session/attempts', async (route) => {
    const response = await route.fetch();
    attemptId = (await response.json()).attemptId;
    await sql`UPDATE capture_attempts SET observations = jsonb_set(observations, '{camera,plan}', ${plan}::jsonb)
      WHERE attempt_id = ${attemptId}`.execute(fixture.journey.service.service.database.db);
    await route.fulfill({ response });
  });
  return () => attemptId;
}

async function findResults(attemptId: string): Promise<CameraCheck['results']> {
  const row = await fixture.journey.service.service.database.db
    .selectFrom('capture_attempts')
    .select('observations')
    .where('attempt_id', '=', asId(attemptId))
    .executeTakeFirstOrThrow();
  return (row.observations as { camera?: CameraCheck }).camera?.results ?? [];
}

async function listAttackSignalsOf(transactionId: string): Promise<string[]> {
  const rows = await fixture.journey.service.service.database.db
    .selectFrom('capture_signs')
    .select('sign')
    .where('subject_id', '=', asId(transactionId))
    .execute();
  return rows.map(({ sign }) => sign);
}

/** Opens the page with the browser's own device, which plays a face, and starts the camera. */
async function start(kind: 'size' | 'rate', value: number, before?: (page: Page) => Promise<unknown>) {
  const { id, link } = await createTransaction(fixture.journey);
  const context = await fixture.browser.newContext({ viewport: PHONE, locale: 'en-US' });
  const page = await context.newPage();
  const attemptOf = await askFor(page, kind, value);
  await before?.(page);
  await page.goto(link);
  await on(page, 'consent');
  await press(page, 'accept');
  await on(page, 'camera');
  await press(page, 'start-camera');
  await live(page);
  return { page, id, attemptOf };
}

/** Notes each width that the picture has had from the page's start, and how large it stood on the screen. */
const watchPreview = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = new Set<string>();
    const look = () => {
      const video = document.querySelector('video');
      const { width = 0, height = 0 } = video?.getBoundingClientRect() ?? {};
      if (video?.videoWidth) seen.add([video.videoWidth, width, height].map(Math.round).join(' '));
      if (document.documentElement) document.documentElement.dataset['seen'] = JSON.stringify([...seen]);
      requestAnimationFrame(look);
    };
    look();
  });

async function readPreview(page: Page): Promise<{ widths: number[]; sizes: Set<string> }> {
  const seen: string[] = JSON.parse((await page.locator('html').getAttribute('data-seen')) ?? '[]');
  return {
    widths: seen.map((one) => Number(one.split(' ')[0])),
    sizes: new Set(seen.map((one) => one.split(' ').slice(1).join(' '))),
  };
}

const widthOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth);

test(
  'a browser follows another size on the running camera and gets its own back, with the preview as large as before and the attempt going on (R62)',
  async () => {
    const { page, id, attemptOf } = await start('size', 480, watchPreview);
    await expect.poll(() => findResults(attemptOf()), { timeout: LONG_MS }).toHaveLength(1);
    const [answered] = await findResults(attemptOf());
    expect(answered).toMatchObject({ kind: 'size', result: 'followed' });
    await expect.poll(() => widthOf(page), { timeout: LONG_MS }).toBe(640);
    const { widths, sizes } = await readPreview(page);
    expect(new Set(widths)).toEqual(new Set([640, 480]));
    expect(sizes.size).toBe(1);
    await live(page);
    expect(await listAttackSignalsOf(id)).not.toContain('camera_claims_settings');
    expect(await listAttackSignalsOf(id)).not.toContain('camera_ignores_settings');
  },
  LONG_MS,
);

test(
  'a browser follows another rate, as its own picture times tell (R62)',
  async () => {
    const { page, attemptOf } = await start('rate', 12);
    await expect.poll(() => findResults(attemptOf()), { timeout: LONG_MS }).toHaveLength(1);
    expect(await findResults(attemptOf())).toMatchObject([{ kind: 'rate', result: 'followed' }]);
    await live(page);
  },
  LONG_MS,
);

test(
  'a page whose camera is made to claim every setting, with pictures that stay as they are, is noted as that and goes on (R62)',
  async () => {
    const { page, id, attemptOf } = await start('size', 480, (opened) =>
      opened.addInitScript(() => {
        const { getSettings } = MediaStreamTrack.prototype;
        let claimed: MediaTrackConstraints = {};
        MediaStreamTrack.prototype.applyConstraints = async (constraints) => {
          claimed = constraints ?? {};
        };
        MediaStreamTrack.prototype.getSettings = function forged() {
          const { width, height, frameRate } = claimed;
          const sizes = typeof width === 'number' && typeof height === 'number' ? { width, height } : {};
          const rate = typeof frameRate === 'number' ? { frameRate } : {};
          return { ...getSettings.call(this), ...sizes, ...rate };
        };
      }),
    );
    await expect.poll(() => findResults(attemptOf()), { timeout: LONG_MS }).toHaveLength(1);
    expect(await findResults(attemptOf())).toMatchObject([{ kind: 'size', result: 'claimed_only' }]);
    expect(await listAttackSignalsOf(id)).toContain('camera_claims_settings');
    await live(page);
  },
  LONG_MS,
);
