import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { type FrameFor, putBefore } from './responsive-camera.ts';
import { shareBrowser } from './share-browser.ts';
import { withUnpackLock } from './unpack-lock.ts';

/** What the browser's camera is: a person who does what the page asks, a file of pictures, none at all, or one that the person does not allow. */
export type Camera =
  | { kind: 'person'; frameFor: FrameFor; label?: string }
  | { kind: 'file'; file: string }
  | { kind: 'none' }
  | { kind: 'denied' };

/** Not the switches that the package suggests: some of them turn off protections that the tests are to see. */
const QUIET = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

const CAMERA_SWITCHES: Readonly<Record<Camera['kind'], readonly string[]>> = {
  file: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  person: ['--use-fake-ui-for-media-stream'],
  none: ['--use-fake-ui-for-media-stream'],
  denied: ['--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream'],
};

const unpack = (): Promise<string> => withUnpackLock(() => chromium.executablePath());

/** One that draws the same pixels on every machine: the font that came with it, and no smoothing that depends on the screen. */
const STEADY_PIXELS = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
];

/** Starts the browser for pictures that are compared; `directory` takes its list of fonts, and it sees no others. */
export async function launchForPictures(directory: string): Promise<Browser> {
  const path = await unpack();
  const fonts = join(directory, 'fonts.conf');
  const found = `<dir>${join(tmpdir(), 'fonts')}</dir><cachedir>${join(directory, 'cache')}</cachedir>`;
  await writeFile(fonts, `<?xml version="1.0"?><fontconfig>${found}</fontconfig>`);
  return playwright.launch({
    executablePath: path,
    headless: true,
    handleSIGINT: false,
    env: { HOME: directory, FONTCONFIG_FILE: fonts },
    args: [...QUIET, ...STEADY_PIXELS, ...sandboxSwitches()],
  });
}

const sandboxSwitches = (): string[] => (geteuid?.() === 0 ? ['--no-sandbox'] : []);

async function start(camera: Camera, executablePath?: string): Promise<Browser> {
  const path = executablePath ?? (await unpack());
  const file = camera.kind === 'file' ? [`--use-file-for-fake-video-capture=${camera.file}`] : [];
  return playwright.launch({
    executablePath: path,
    headless: true,
    handleSIGINT: false,
    args: [...QUIET, ...CAMERA_SWITCHES[camera.kind], ...file, ...sandboxSwitches()],
  });
}

/** Starts the headless Chromium that came with npm, or another one by its path; as root its sandbox has to be off. */
export async function launchBrowser(camera: Camera, executablePath?: string): Promise<Browser> {
  const browser = await start(camera, executablePath);
  return camera.kind === 'person' ? putBefore(browser, camera.frameFor, camera.label) : browser;
}

/** The browsers of this process, by their switches; they end with it. */
const shared = new Map<string, Promise<Browser>>();

function startShared(camera: Camera): Promise<Browser> {
  const switches = CAMERA_SWITCHES[camera.kind].join(' ');
  const known = shared.get(switches) ?? start(camera);
  shared.set(switches, known);
  known.then(
    (browser) => browser.once('disconnected', () => shared.delete(switches)),
    () => shared.delete(switches),
  );
  return known;
}

/**
 * What a test is given as its browser: contexts, which share nothing with those of other tests, of one Chromium of this process. Closing
 * it closes them. A file of pictures is a switch of the browser, so that each has one of its own.
 */
export async function openBrowser(camera: Camera): Promise<Browser> {
  if (camera.kind === 'file') return launchBrowser(camera);
  const browser = shareBrowser(await startShared(camera));
  return camera.kind === 'person' ? putBefore(browser, camera.frameFor, camera.label) : browser;
}
