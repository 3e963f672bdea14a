import { geteuid } from 'node:process';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { withUnpackLock } from './unpack-lock.ts';

/** What the browser's camera is: a file of pictures, none at all, or one that the person does not allow. */
export type Camera = { kind: 'file'; file: string } | { kind: 'none' } | { kind: 'denied' };

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
  none: ['--use-fake-ui-for-media-stream'],
  denied: ['--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream'],
};

/** Starts the headless Chromium that came with npm, or another one by its path; as root its sandbox has to be off. */
export async function launchBrowser(camera: Camera, executablePath?: string): Promise<Browser> {
  const path = executablePath ?? (await withUnpackLock(() => chromium.executablePath()));
  const file = camera.kind === 'file' ? [`--use-file-for-fake-video-capture=${camera.file}`] : [];
  const sandbox = geteuid?.() === 0 ? ['--no-sandbox'] : [];
  return playwright.launch({
    executablePath: path,
    headless: true,
    handleSIGINT: false,
    args: [...QUIET, ...CAMERA_SWITCHES[camera.kind], ...file, ...sandbox],
  });
}
