import type { FrameGrabber } from '../frame-grabber.ts';

/** Whether the camera shows something before an attempt is spent on it; `dim` asks for more light from the start. */
export type PictureAnswer = 'bright' | 'dim' | 'black' | 'stopped';

const checkIntervalMs = 150;
const patienceMs = 6_000;

interface PicturePorts {
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  isStopped(): boolean;
}

/** Waits until the camera shows a picture; `black` after six seconds of nothing, since some cameras start with dark frames. */
export async function awaitPicture(
  grabber: Pick<FrameGrabber, 'measure'>,
  ports: PicturePorts,
): Promise<PictureAnswer> {
  const startedMs = ports.nowMs();
  while (!ports.isStopped()) {
    const brightness = grabber.measure();
    if (brightness === 'bright' || brightness === 'dim') return brightness;
    if (ports.nowMs() - startedMs > patienceMs) return 'black';
    await ports.wait(checkIntervalMs);
  }
  return 'stopped';
}
