import type { ViewDevice } from './screen-state.ts';

/** Runs in the page before its own script: puts in the camera's place what the look says. */
export function installDevice({ camera, userAgent, keepsNoCookies }: ViewDevice): void {
  const put = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true });
  if (userAgent) put(navigator, 'userAgent', userAgent);
  if (keepsNoCookies) put(navigator, 'cookieEnabled', false);
  if (camera === 'insecure') put(window, 'isSecureContext', false);
  if (camera === 'blocked') put(document, 'permissionsPolicy', { allowsFeature: () => false });
  // Reports of the camera wait for pictures that a still does not have.
  put(HTMLVideoElement.prototype, 'requestVideoFrameCallback', undefined);
  const draw = (context: CanvasRenderingContext2D): void => {
    const fill = (colour: string, shape: () => void) => {
      context.filter = camera === 'infrared' ? 'grayscale(1)' : 'none';
      context.fillStyle = colour;
      context.beginPath();
      shape();
      context.fill();
    };
    fill(camera === 'black' ? '#000000' : '#7d8f86', () => context.rect(0, 0, 640, 480));
    if (camera === 'black') return;
    fill('#31566b', () => context.ellipse(320, 520, 190, 150, 0, 0, 7));
    fill('#c98f6b', () => context.rect(285, 330, 70, 80));
    fill('#dda881', () => context.ellipse(320, 240, 100, 135, 0, 0, 7));
    fill('#3b2c29', () => context.ellipse(320, 160, 108, 75, 0, Math.PI, 2 * Math.PI));
    fill('#2a1d18', () => context.ellipse(280, 230, 10, 7, 0, 0, 7));
    fill('#2a1d18', () => context.ellipse(360, 230, 10, 7, 0, 0, 7));
    fill('#8f4a3f', () => context.ellipse(320, 310, 34, 8, 0, 0, 7));
  };
  const openStill = (): MediaStream => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas');
    draw(context);
    const stream = canvas.captureStream();
    setInterval(() => draw(context), 250);
    if (camera === 'infrared')
      for (const track of stream.getTracks()) put(track, 'label', 'Integrated IR Camera');
    return stream;
  };
  let opened = 0;
  const getUserMedia = async (): Promise<MediaStream> => {
    if (typeof camera === 'object') throw new DOMException('', camera.error);
    if (camera === 'pending') return new Promise(() => undefined);
    opened += 1;
    if (camera === 'unplugged' && opened > 1) throw new DOMException('', 'NotFoundError');
    const stream = openStill();
    if (camera === 'unplugged')
      setTimeout(() => {
        for (const track of stream.getTracks()) {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      }, 200);
    return stream;
  };
  const devices = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => [] });
  put(navigator, 'mediaDevices', camera === 'absent' ? undefined : devices);
}
