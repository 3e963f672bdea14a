import type { ChallengePose } from '@titular/contract/page';
import { ActingCamera } from '@titular/test-kit/browser/acting-camera.ts';
import type { FrameFor } from '@titular/test-kit/browser/responsive-camera.ts';
import type { BrowserPage } from './browser.ts';

/** WebKitGTK takes no pictures of a canvas without a rate, and draws no more without a graphics card. */
const WEBKIT_FRAME_RATE = 8;

const ROLE = { binding: 'giveCameraFrame', deviceId: 'c4d0b9a3f1', label: 'Front camera' };
const LOOK_EVERY_MS = 20;

/** What the page's camera waits for: a picture of the pose, so many milliseconds after it was asked for. */
type PictureRequest = { pose: ChallengePose; msSinceAsked: number };

/** The hand that the test has in the page's camera. */
type Hand = {
  devices: MediaDevices;
  pictureRequest?: PictureRequest | undefined;
  give?: ((jpeg: string) => void) | undefined;
};

declare global {
  interface Window {
    personCamera: Hand;
  }
}

// Runs in the page: pictures that the camera waits for are fetched by the test, which no page can be called by.
function layHand(binding: string): void {
  // WebKit forgets what was set on an object that no script holds.
  const hand: Hand = { devices: navigator.mediaDevices };
  window.personCamera = hand;
  const wait = (pose: ChallengePose, msSinceAsked: number): Promise<string> =>
    new Promise((resolve) => {
      hand.pictureRequest = { pose, msSinceAsked };
      hand.give = resolve;
    });
  Object.assign(window, { [binding]: wait });
}

// Runs in the page: gives a picture, and answers what is pictureRequest next.
function passPicture(jpeg: string | null): PictureRequest | null {
  const hand = window.personCamera;
  if (jpeg !== null) {
    hand?.give?.(jpeg);
    return null;
  }
  const pictureRequest = hand?.pictureRequest ?? null;
  if (hand) hand.pictureRequest = undefined;
  return pictureRequest;
}

/** A person before the camera of a page, until `leave`. */
export type SeatedPerson = { leave(): Promise<void> };

/** Has a person who does what the page asks take the place of the browser's own cameras, on the document that is loaded now. */
export async function seatPerson(page: BrowserPage, frameFor: FrameFor): Promise<SeatedPerson> {
  await page.run(layHand, ROLE.binding);
  const role = page.name === 'webkit' ? { ...ROLE, frameRate: WEBKIT_FRAME_RATE } : ROLE;
  await page.inject(`new (${ActingCamera})(${JSON.stringify(role)}).install();`);
  let isSeated = true;
  const act = async (): Promise<void> => {
    while (isSeated) {
      const pictureRequest = await page.run(passPicture, null).catch(() => null);
      if (pictureRequest) {
        const jpeg = await frameFor(pictureRequest.pose, pictureRequest.msSinceAsked);
        await page.run(passPicture, jpeg.toString('base64')).catch(() => null);
      } else await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const acting = act();
  return {
    leave: async () => {
      isSeated = false;
      await acting;
    },
  };
}
