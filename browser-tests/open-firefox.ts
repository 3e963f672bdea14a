import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bidi, type BidiEvent } from './bidi.ts';
import { type BrowserPage, callText, type LaunchOptions } from './browser.ts';
import { endProcess } from './end-process.ts';

/** Of a phone held upright. */
const PHONE = { width: 390, height: 844 };
const STARTED_WITHIN_MS = 60_000;

/** Values of `permissions.default.camera`. */
const PERMISSION = { granted: 1, denied: 2, none: 1 } as const;

/** Settings of the profile: nothing of the browser's own goes to the network, and the camera is as the test wants it. */
function preferences({ camera, language, scheme }: LaunchOptions): Record<string, string | number | boolean> {
  return {
    'media.navigator.streams.fake': camera !== 'none',
    'permissions.default.camera': PERMISSION[camera],
    'intl.accept_languages': language,
    'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
    'app.update.enabled': false,
    'app.normandy.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
  };
}

const writeProfile = (directory: string, options: LaunchOptions): Promise<void> =>
  writeFile(
    join(directory, 'user.js'),
    Object.entries(preferences(options))
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );

/** The address that the browser says it listens at. */
const readAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const give = (): void => reject(new Error(`Firefox did not start: ${said}`));
    const timer = setTimeout(give, STARTED_WITHIN_MS);
    child.once('exit', give);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      child.off('exit', give);
      resolve(address);
    });
  });

type Evaluated = { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };

/** Keeps what the page complained of. */
const keepComplaints =
  (complaints: string[]) =>
  ({ method, params }: BidiEvent): void => {
    if (method !== 'log.entryAdded') return;
    if (params['level'] === 'error' || params['level'] === 'warn') complaints.push(String(params['text']));
  };

/** The page of a connection, by its context. */
function pageOf(bidi: Bidi, context: string): Omit<BrowserPage, 'name' | 'readComplaints' | 'close'> {
  const evaluate = async (expression: string): Promise<string | undefined> => {
    const { result, exceptionDetails } = await bidi.send<Evaluated>('script.evaluate', {
      ...{ expression, target: { context }, awaitPromise: true, userActivation: false },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  };
  return {
    goto: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (work, ...args) => {
      const text = await evaluate(`(async () => JSON.stringify(await ${callText(work, args)}))()`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    inject: async (source) => {
      await evaluate(`${source}\n;''`);
    },
    press: async (selector) => {
      const value = `document.querySelector(${JSON.stringify(selector)})`;
      await evaluate(`${value}.scrollIntoView({ block: 'center', behavior: 'instant' }); ''`);
      const { nodes } = await bidi.send<{ nodes: object[] }>('browsingContext.locateNodes', {
        ...{ context, locator: { type: 'css', value: selector }, maxNodeCount: 1 },
      });
      const [element] = nodes;
      if (!element) throw new Error(`there is no ${selector}`);
      const origin = { type: 'element', element };
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await bidi.send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'finger', actions }],
      });
    },
    screenshot: async () => {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
  };
}

/** Starts Debian's Firefox without a window and connects to it by WebDriver BiDi. */
export async function openFirefox(options: LaunchOptions): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'titular-firefox-'));
  await writeProfile(profile, options);
  const child = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    {
      env: { PATH: '/usr/bin:/bin', HOME: profile, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const complaints: string[] = [];
  let bidi: Bidi | undefined;
  const close = async (): Promise<void> => {
    bidi?.close();
    await endProcess(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    bidi = await Bidi.connect(`${await readAddress(child)}/session`, keepComplaints(complaints));
    await bidi.send('session.new', { capabilities: {} });
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree');
    const context = contexts[0]?.context ?? '';
    await bidi.send('browsingContext.setViewport', { context, viewport: PHONE });
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    return { name: 'firefox', readComplaints: async () => complaints, ...pageOf(bidi, context), close };
  } catch (error) {
    await close();
    throw error;
  }
}
