import type { ChallengePose } from '@titular/contract/page';
import type { Browser, BrowserContext } from 'playwright-core';
import { ActingCamera, type CameraRole } from './acting-camera.ts';

/** A JPEG of a person who was asked for the pose so many milliseconds ago; asked for one at a time, some ten times a second. */
export type FrameFor = (pose: ChallengePose, msSinceAsked: number) => Promise<Buffer>;

/** As Chrome on Android names the camera above a phone's screen. */
const ROLE: CameraRole = {
  binding: 'giveCameraFrame',
  deviceId: 'c4d0b9a3f1',
  label: 'camera2 1, facing front',
};

/** Puts the person before the camera of every page of the context that is opened from now on; `label` is the name it gives itself. */
export async function giveResponsiveCamera(
  context: BrowserContext,
  frameFor: FrameFor,
  label = ROLE.label,
): Promise<void> {
  await context.exposeBinding(ROLE.binding, async (_source, pose: ChallengePose, msSinceAsked: number) =>
    (await frameFor(pose, msSinceAsked)).toString('base64'),
  );
  await context.addInitScript({
    content: `new (${ActingCamera})(${JSON.stringify({ ...ROLE, label })}).install();`,
  });
}

/** Has every context of the browser that is made from now on show the person. */
export function putBefore(browser: Browser, frameFor: FrameFor, label?: string): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await giveResponsiveCamera(context, frameFor, label);
    return context;
  };
  return browser;
}
