import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import type { Readable } from 'node:stream';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { type BrowserPage, callText, type LaunchOptions } from './browser.ts';
import { endProcess } from './end-process.ts';

/** The driver starts one of these; the folder is named after the library's version. */
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const WINDOW = { x: 0, y: 0, width: 480, height: 900 };
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const LOCALE = { en: 'en_US', pt: 'pt_BR', es: 'es_ES', fr: 'fr_FR' } as const;

/** Starts a screen that nobody sees, and answers its name. */
async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const channel = screen.stdio[3] as Readable;
  const number = await new Promise<string>((resolve, reject) => {
    channel.once('data', (data: Buffer) => resolve(data.toString().trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { screen, display: `:${number}` };
}

type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>;

/** Calls of a WebDriver (W3C), one at a time. */
function callsOf(base: string): Call {
  let last: Promise<unknown> = Promise.resolve();
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(base + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value as Value;
  };
  return <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const made = last.then(() => send<Value>(method, path, body));
    last = made.catch(() => undefined);
    return made;
  };
}

type Ran = { text?: string; problem?: string };

// Runs in the page: its driver has no log, so the page keeps one.
function keepComplaints(): void {
  const heard: string[] = [];
  Object.assign(window, { heardComplaints: heard });
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      heard.push(words.map(String).join(' '));
      write(...words);
    };
  }
  window.addEventListener('error', ({ message }) => heard.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    heard.push(`${violatedDirective} ${blockedURI}`),
  );
}

// Runs in the page: gives what was heard, and forgets it.
function takeComplaints(): string[] {
  return (window as { heardComplaints?: string[] }).heardComplaints?.splice(0) ?? [];
}

/** The page of a session. */
function pageOf(call: Call, session: string): Omit<BrowserPage, 'name' | 'close'> {
  const path = `/session/${session}`;
  const evaluate = async (expression: string): Promise<string | undefined> => {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => ${expression}).then((text) => done({ text }), (error) => done({ problem: String(error) }));`;
    const { text, problem } = await call<Ran>('POST', `${path}/execute/async`, { script, args: [] });
    if (problem) throw new Error(problem);
    return text;
  };
  const complaints: string[] = [];
  const run: BrowserPage['run'] = async (work, ...args) => {
    const text = await evaluate(`(async () => JSON.stringify(await ${callText(work, args)}))()`);
    return text ? JSON.parse(text) : undefined;
  };
  const readComplaints = async (): Promise<string[]> => {
    complaints.push(...(await run(takeComplaints)));
    return complaints;
  };
  return {
    readComplaints,
    goto: async (url) => {
      await readComplaints();
      await call('POST', `${path}/url`, { url });
      await run(keepComplaints);
    },
    run,
    inject: async (source) => {
      await call('POST', `${path}/execute/sync`, { script: source, args: [] });
    },
    press: async (selector) => {
      const found = await call<Record<string, string>>('POST', `${path}/element`, {
        ...{ using: 'css selector', value: selector },
      });
      await call('POST', `${path}/element/${found[ELEMENT]}/click`, {});
    },
    screenshot: async () => Buffer.from(await call<string>('GET', `${path}/screenshot`), 'base64'),
  };
}

const capabilities = ({ camera }: LaunchOptions): object => ({
  alwaysMatch: {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: MINI_BROWSER,
      args: [
        '--automation',
        '--enable-media-stream=true',
        `--enable-mock-capture-devices=${camera !== 'none'}`,
      ],
    },
  },
});

const environment = (home: string, display: string, { language, scheme }: LaunchOptions) => ({
  ...{ PATH: '/usr/bin:/bin', HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display },
  ...{
    LANG: `${LOCALE[language]}.UTF-8`,
    LANGUAGE: LOCALE[language],
    GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
  },
  ...{ GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  // Its sandbox takes rights that a container's root does not have; the page is our own.
  ...(geteuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
});

/** Starts Debian's WebKitGTK on a screen of its own and connects to it by its WebDriver. */
export async function openWebkit(options: LaunchOptions): Promise<BrowserPage> {
  const home = await mkdtemp(join(tmpdir(), 'titular-webkit-'));
  const { screen, display } = await openScreen();
  const port = await findFreePort();
  const env = environment(home, display, options);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const call = callsOf(`http://127.0.0.1:${port}`);
  let session: string | undefined;
  const close = async (): Promise<void> => {
    if (session) await call('DELETE', `/session/${session}`).catch(() => undefined);
    await endProcess(driver);
    await endProcess(screen);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await eventually(() => call('GET', '/status'));
    const begun = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: capabilities(options),
    });
    session = begun.sessionId;
    await call('POST', `/session/${session}/window/rect`, WINDOW);
    return { name: 'webkit', ...pageOf(call, session), close };
  } catch (error) {
    await close();
    throw error;
  }
}
