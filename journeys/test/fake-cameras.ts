import type { BrowserContext, Page } from 'playwright-core';

/** What a fake camera shows: the browser's own file, or a picture painted for it. */
type Picture = 'file' | 'grey' | 'black' | 'dark';

/** A camera that the page is told of; `fault` is the name of the error it answers with. */
export type FakeCamera = { deviceId: string; label: string; picture: Picture; fault?: string };

/** The hands that a test has in a page with fake cameras. */
type Hands = {
  cameras: FakeCamera[];
  /** The devices that were opened, in order. */
  opened: string[];
  tracks: MediaStreamTrack[];
  permission: EventTarget & { state: string };
  hidden: boolean;
  skippedMs: number;
};

declare global {
  interface Window {
    hands: Hands;
  }
}

/** An ordinary front camera with the browser's file as its picture. */
export const FRONT: FakeCamera = { deviceId: 'front', label: 'Front Camera', picture: 'file' };

// Runs in the page: everything it needs is inside.
function install(cameras: FakeCamera[]): void {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return;
  const permission = Object.assign(new EventTarget(), { state: 'prompt' });
  const hands: Hands = { cameras, opened: [], tracks: [], permission, hidden: false, skippedMs: 0 };
  window.hands = hands;
  const now = performance.now.bind(performance);
  performance.now = () => now() + hands.skippedMs;
  Object.defineProperty(document, 'visibilityState', {
    get: () => (hands.hidden ? 'hidden' : 'visible'),
  });
  navigator.permissions.query = async () => permission as unknown as PermissionStatus;
  const openFile = mediaDevices.getUserMedia.bind(mediaDevices);

  function paint(picture: Picture): MediaStream {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    let at = 0;
    setInterval(() => {
      if (!context) return;
      at += 1;
      const level = picture === 'black' ? 0 : picture === 'dark' ? 30 : 120;
      context.fillStyle = `rgb(${level}, ${level}, ${level})`;
      context.fillRect(0, 0, 640, 480);
      if (picture === 'black') return;
      context.fillStyle = picture === 'dark' ? 'rgb(60, 40, 30)' : 'rgb(200, 200, 200)';
      context.fillRect(80 + (at % 20), 60, 120, 160);
    }, 50);
    return canvas.captureStream(20);
  }

  mediaDevices.getUserMedia = async (constraints) => {
    const video = constraints?.video as MediaTrackConstraints;
    const wanted = (video.deviceId as ConstrainDOMStringParameters | undefined)?.exact;
    const camera = hands.cameras.find(({ deviceId }) => wanted === undefined || deviceId === wanted);
    if (!camera)
      throw new DOMException('none', wanted === undefined ? 'NotFoundError' : 'OverconstrainedError');
    hands.opened.push(camera.deviceId);
    if (camera.fault) throw new DOMException('refused', camera.fault);
    const stream = camera.picture === 'file' ? await openFile({ video: true }) : paint(camera.picture);
    for (const track of stream.getVideoTracks()) {
      const settings = track.getSettings.bind(track);
      Object.defineProperty(track, 'label', { value: camera.label });
      track.getSettings = () => ({ ...settings(), deviceId: camera.deviceId });
      hands.tracks.push(track);
    }
    return stream;
  };
  mediaDevices.enumerateDevices = async () =>
    hands.cameras.map(({ deviceId, label }) => ({
      kind: 'videoinput',
      groupId: '',
      deviceId,
      label,
      toJSON: () => undefined,
    }));
}

/** Gives every page of the context these cameras, and the test a hand in them. */
export const giveCameras = (context: BrowserContext, cameras: readonly FakeCamera[]): Promise<unknown> =>
  context.addInitScript(install, [...cameras]);

/** Pulls the camera in use, and leaves these. */
export const unplug = (page: Page, remaining: readonly FakeCamera[]): Promise<void> =>
  page.evaluate(
    (cameras) => {
      window.hands.cameras = cameras;
      const track = window.hands.tracks.at(-1);
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    },
    [...remaining],
  );

/** Has another program take the picture of the camera in use away, which stays open. */
export const mute = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const track = window.hands.tracks.at(-1);
    if (!track) return;
    Object.defineProperty(track, 'muted', { value: true });
    track.dispatchEvent(new Event('mute'));
  });

/** Changes which cameras there are, and has the browser say so. */
export const plug = (page: Page, cameras: readonly FakeCamera[]): Promise<void> =>
  page.evaluate(
    (now) => {
      window.hands.cameras = now;
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    },
    [...cameras],
  );

/** Sends the page to the background, or brings it back. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((now) => {
    window.hands.hidden = now;
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** Lets so much time go by on the page's clock at once. */
export const skip = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((passed) => {
    window.hands.skippedMs += passed;
  }, milliseconds);

/** Allows the camera in the settings, where the browser tells the page of it. */
export const allow = (page: Page, cameras: readonly FakeCamera[]): Promise<void> =>
  page.evaluate(
    (now) => {
      window.hands.cameras = now;
      window.hands.permission.state = 'granted';
      window.hands.permission.dispatchEvent(new Event('change'));
    },
    [...cameras],
  );

/** The devices that were opened, in order. */
export const openedOf = (page: Page): Promise<string[]> => page.evaluate(() => window.hands.opened);

/** Whether any camera is on. */
export const isOn = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.hands.tracks.some(({ readyState }) => readyState === 'live'));
