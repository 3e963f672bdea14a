import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { MeasuredService } from './measured-service.ts';

/** Times in milliseconds, each the middle of its runs, and bytes of scripts as they came over the wire. */
export type PageResult = {
  cameraReadyMs: number;
  /** The same device and network: an empty document of the same server that opens the camera at once. */
  emptyReadyMs: number;
  scriptBytes: number;
  /** From sending the last frame until the result stands on the screen. */
  resultMs: number;
  /** A frame before it, sent and answered. */
  frameMs: number;
  /** From the link to the result, with every press made at once. */
  courseMs: number;
  /** The same on slow 3G with a quarter of the processor; until the first words are painted, and in all. */
  slowCourseMs: number;
  firstWordsMs: number;
  /** Presses that a willing person makes. */
  taps: number;
};

/** A phone of the middle on slow 4G, as page audits have it: a quarter of the processor, 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const SLOW_PROCESSOR = 4;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Slow 3G, as browsers' tools have it: 400 kbit/s and 400 ms a round trip. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PHONE = { width: 390, height: 844 };
/** Two people, since each has an identity of their own. */
const PERSONS = ['a', 'c'] as const;
const LIMIT_MS = 120_000;

const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function createLink({ url, tenants }: MeasuredService, cpf = newCpf()): Promise<string> {
  const [tenant] = tenants;
  const response = await fetch(`${url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      identity: { key: 'cpf', value: cpf },
      orderNumber: `order-${crypto.randomUUID()}`,
      company: tenant?.companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { link: string }).link;
}

/** Runs in the page: presses what leads to the camera as soon as it is there, and notes when its picture plays and the result stands. */
function hurry(): void {
  const marks = window as unknown as { readyMs?: number; resultMs?: number; failedAt?: string; taps: number };
  marks.taps = 0;
  const count = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-action]')) marks.taps += 1;
  };
  document.addEventListener('click', count, true);
  const look = () => {
    for (const action of ['accept', 'start-camera'])
      document.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not([disabled])`)?.click();
    const video = document.querySelector('video');
    if (video && !video.onplaying)
      video.onplaying = () => {
        marks.readyMs ??= performance.now();
      };
    if (document.querySelector('[data-screen="approved"]')) marks.resultMs ??= performance.now();
    const end = document.querySelector('[data-screen="not-approved"], [data-screen="attempt-failed"]');
    if (end) marks.failedAt ??= end.getAttribute('data-screen') ?? '';
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Runs in an empty document: the least that shows a camera. */
function openCameraAlone(): void {
  const marks = window as unknown as { readyMs?: number };
  document.addEventListener('DOMContentLoaded', async () => {
    const video = document.createElement('video');
    video.muted = true;
    video.onplaying = () => {
      marks.readyMs ??= performance.now();
    };
    document.body.append(video);
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
    await video.play();
  });
}

const readMark = async (page: Page, mark: 'readyMs' | 'resultMs'): Promise<number> => {
  const handle = await page.waitForFunction(
    (name) => {
      const marks = window as unknown as Record<string, number | string | undefined>;
      return marks[name] ?? marks['failedAt'];
    },
    mark,
    { timeout: LIMIT_MS },
  );
  const value = await handle.jsonValue();
  if (typeof value !== 'number') throw new Error(`the person before the camera ended at ${value}`);
  return value;
};

/** Counts what scripts weigh as they come. */
function weighScripts(session: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function openSlowly(
  browser: Browser,
  url: string,
  script: () => void,
): Promise<{ readyMs: number; scriptBytes: number }> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
    const weigh = weighScripts(session);
    await page.addInitScript(script);
    await page.goto(url);
    return { readyMs: await readMark(page, 'readyMs'), scriptBytes: weigh() };
  } finally {
    await context.close();
  }
}

type Course = { courseMs: number; firstWordsMs: number; taps: number };

/** Leads a willing person from the link to the result, on a slow phone where a network is given. */
async function goThrough(browser: Browser, link: string, network?: typeof SLOW_3G): Promise<Course> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  try {
    const page = await context.newPage();
    if (network) {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', network);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
    }
    await page.addInitScript(hurry);
    await page.goto(link, { waitUntil: 'commit' });
    const courseMs = await readMark(page, 'resultMs');
    return await page.evaluate(
      (ms) => ({
        courseMs: ms,
        firstWordsMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        taps: (window as unknown as { taps: number }).taps,
      }),
      courseMs,
    );
  } finally {
    await context.close();
  }
}

async function capture(browser: Browser, link: string): Promise<{ resultMs: number; frameMs: number }> {
  const page = await browser.newPage({ viewport: PHONE });
  await page.addInitScript(hurry);
  const end = await drivePage(page, link);
  if (end !== 'approved') throw new Error(`the person before the camera ended at ${end}`);
  const resultMs = await readMark(page, 'resultMs');
  const frames = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/frames/'))
      .map(({ startTime, duration }) => ({ startTime, duration })),
  );
  const last = frames.at(-1);
  if (!last) throw new Error('no frame was sent');
  const before = frames.slice(0, -1).map(({ duration }) => duration);
  return { resultMs: resultMs - last.startTime, frameMs: middleOf(before) };
}

/** Measures the page as a person meets it; `runs` openings of each kind, in turn. */
export async function measurePage(harness: MeasuredService, runs: number): Promise<PageResult> {
  const opened: { readyMs: number; scriptBytes: number }[] = [];
  const empty: number[] = [];
  const captured: { resultMs: number; frameMs: number }[] = [];
  const courses: { plain: Course; slow: Course }[] = [];
  for (const [index, person] of PERSONS.entries()) {
    const frameFor = await sitBeforeCamera(person);
    const browser = await launchBrowser({ kind: 'person', frameFor });
    try {
      for (let run = 0; index === 0 && run < runs; run += 1) {
        opened.push(await openSlowly(browser, await createLink(harness), hurry));
        empty.push(
          (await openSlowly(browser, `${harness.url}/capture/assets/none`, openCameraAlone)).readyMs,
        );
      }
      // A face under a second identity would not be approved.
      const cpf = newCpf();
      const linkOfPerson = () => createLink(harness, cpf);
      captured.push(await capture(browser, await linkOfPerson()));
      courses.push({
        plain: await goThrough(browser, await linkOfPerson()),
        slow: await goThrough(browser, await linkOfPerson(), SLOW_3G),
      });
    } finally {
      await browser.close();
    }
  }
  return {
    cameraReadyMs: middleOf(opened.map(({ readyMs }) => readyMs)),
    emptyReadyMs: middleOf(empty),
    scriptBytes: Math.max(...opened.map(({ scriptBytes }) => scriptBytes)),
    resultMs: middleOf(captured.map(({ resultMs }) => resultMs)),
    frameMs: middleOf(captured.map(({ frameMs }) => frameMs)),
    courseMs: middleOf(courses.map(({ plain }) => plain.courseMs)),
    slowCourseMs: middleOf(courses.map(({ slow }) => slow.courseMs)),
    firstWordsMs: middleOf(courses.map(({ slow }) => slow.firstWordsMs)),
    taps: Math.max(...courses.map(({ plain }) => plain.taps)),
  };
}
