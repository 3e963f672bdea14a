import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import { test } from 'vitest';
import { createTransaction, openPhone, readTold, startJourney } from '../fixture.ts';

test('try', async () => {
  const t = performance.now();
  const journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '15' });
  for (const person of ['a', 'b', 'c'] as const) {
  const frameFor = await sitBeforeCamera(person, 3);
  console.log('ready', Math.round(performance.now() - t));
  let count = 0;
  const created = await createTransaction(journey);
  const browser = await launchBrowser({ kind: 'person', frameFor: (p, m) => { count += 1; return frameFor(p, m); } });
  const watched = await openPhone(browser);
  const hints: string[] = [];
  watched.page.on('response', async (r) => { if (/frames/.test(r.url())) { const b = await r.json().catch(() => ({})); hints.push(`${b.step}:${b.hint}${b.outcome ?? ''}`); if (b.outcome) { console.log(hints.join(' ')); hints.length = 0; } } });
  const end = await drivePage(watched.page, created.link, async (s) => { if (s.pose) console.log(Math.round(performance.now() - t), s.pose); if (s.pose === 'mouth' || s.pose === 'up') setTimeout(() => watched.page.screenshot({ path: `/tmp/page/m/live.${person}.${s.pose}.png` }).catch(() => 0), 900); }, 60_000);
  console.log(person, end, count, watched.complaints, await readTold(journey, created.id));
  await browser.close();
  }
  await journey.close();
}, 240_000);
