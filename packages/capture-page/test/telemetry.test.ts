import { MAX_PAGE_EVENTS, type PageEvent, type ReportPageEventsRequest } from '@titular/contract/page-events';
import { describe, expect, test } from 'vitest';
import { findInAppBrowser, parseReportedFamily, toIntentAddress } from '../src/browser.ts';
import { createTelemetry } from '../src/service/telemetry.ts';

function begin(answers: ('done' | 'later' | Error)[] = []) {
  const telemetry = createTelemetry();
  const sent: ReportPageEventsRequest[] = [];
  const waiting: (() => void)[] = [];
  const state = { hidden: false };
  const start = () =>
    telemetry.start({
      browser: () => 'chromium',
      send: async (request) => {
        sent.push(request);
        const answer = answers.shift() ?? 'done';
        if (answer instanceof Error) throw answer;
        return answer;
      },
      isHidden: () => state.hidden,
      schedule: (run) => waiting.push(run),
    });
  const settle = async () => {
    for (const run of waiting.splice(0)) run();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { telemetry, sent, state, start, settle };
}

const eventsOf = (sent: readonly ReportPageEventsRequest[]): PageEvent[][] =>
  sent.map(({ events }) => events);

describe('telling', () => {
  test('events go out together at a quiet moment, with the family of the browser and nothing else', async () => {
    const { telemetry, sent, start, settle } = begin();
    start();
    telemetry.tell('opened');
    telemetry.tell('consent_given');
    expect(sent).toEqual([]);
    await settle();
    expect(sent).toEqual([{ browser: 'chromium', events: ['opened', 'consent_given'] }]);
  });

  test('nothing goes out before there is a session, and then what happened before it as well', async () => {
    const { telemetry, sent, start, settle } = begin();
    telemetry.tell('in_app_browser');
    start();
    await settle();
    telemetry.flush();
    expect(sent).toEqual([]);
    telemetry.tell('opened');
    await settle();
    expect(eventsOf(sent)).toEqual([['in_app_browser', 'opened']]);
  });

  test('no call holds more than it may', async () => {
    const { telemetry, sent, start, settle } = begin();
    start();
    telemetry.tell('opened');
    for (let at = 0; at < MAX_PAGE_EVENTS + 4; at += 1) telemetry.tell('turned_device');
    await settle();
    expect(eventsOf(sent).map((events) => events.length)).toEqual([MAX_PAGE_EVENTS, 5]);
  });

  test('what is told once for each load of the page is told once', async () => {
    const { telemetry, sent, start, settle } = begin();
    start();
    for (const event of ['opened', 'opened', 'low_light', 'low_light'] as const) telemetry.tell(event);
    await settle();
    expect(eventsOf(sent)).toEqual([['opened', 'low_light']]);
  });

  test('in the background it goes out at once', () => {
    const { telemetry, sent, state, start } = begin();
    start();
    telemetry.tell('opened');
    state.hidden = true;
    telemetry.flush();
    telemetry.tell('sent_to_background');
    expect(eventsOf(sent)).toEqual([['opened'], ['sent_to_background']]);
  });

  test('what did not arrive goes with the next, in order; a refusal or a fault drops it and disturbs nobody', async () => {
    const { telemetry, sent, start, settle } = begin(['later', 'done', new Error('fault'), 'done']);
    start();
    telemetry.tell('opened');
    await settle();
    telemetry.tell('camera_opened');
    await settle();
    telemetry.tell('camera_black');
    await settle();
    telemetry.tell('objected');
    await settle();
    expect(eventsOf(sent)).toEqual([['opened'], ['opened', 'camera_opened'], ['camera_black'], ['objected']]);
  });

  test('a page that reaches nobody keeps a hundred and no more', async () => {
    const { telemetry, sent, start, settle } = begin();
    for (let at = 0; at < 500; at += 1) telemetry.tell(at === 0 ? 'opened' : 'turned_device');
    start();
    await settle();
    expect(eventsOf(sent).flat()).toHaveLength(100);
  });

  test('who listens hears each event as it happens, until they stop', () => {
    const { telemetry } = begin();
    const heard: PageEvent[] = [];
    const stop = telemetry.onPageEvent((event) => heard.push(event));
    telemetry.tell('opened');
    telemetry.tell('camera_busy');
    stop();
    telemetry.tell('objected');
    expect(heard).toEqual(['opened', 'camera_busy']);
  });
});

describe('browsers', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
  const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  test.each([
    [chrome, 'chromium'],
    [`${apple} Version/18.0 Mobile/15E148 Safari/604.1`, 'safari'],
    [`${apple} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'chromium'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
    [chrome.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/'), 'samsung'],
    [`${chrome} Instagram 350.0.0.0`, 'in_app'],
    [`${chrome} [FB_IAB/FB4A;FBAV/480.0]`, 'in_app'],
    [`${apple} Mobile/22A3354 [FBAN/FBIOS;FBAV/480.0]`, 'in_app'],
    [`${chrome} musical_ly_2023 BytedanceWebview/d8a21c6`, 'in_app'],
    [`${apple} Mobile/15E148 MicroMessenger/8.0`, 'in_app'],
    [`${chrome} LinkedInApp`, 'in_app'],
    [`${apple} Mobile/15E148 Twitter for iPhone/10`, 'in_app'],
    [`${chrome} WhatsApp/2.24`, 'in_app'],
    ['Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile', 'in_app'],
    [`${apple} Mobile/15E148`, 'in_app'],
    ['curl/8.0', 'other'],
  ] as const)('%s is counted as %s', (agent, family) => {
    expect(parseReportedFamily(agent)).toBe(family);
    expect(findInAppBrowser(agent)).toBe(family === 'in_app');
  });

  test('the address for the browser of an Android device opens what the link opens', () => {
    expect(toIntentAddress('https://pay.example/c/abc-DEF_1')).toBe(
      'intent://pay.example/c/abc-DEF_1#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    );
  });
});
