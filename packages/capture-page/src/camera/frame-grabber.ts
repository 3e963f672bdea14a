import { MAX_FRAME_BYTES } from '@titular/contract/page';
import { type Brightness, decideBrightness, decideFrameSize, isGreyPicture } from './frame-size.ts';

/** Takes still pictures from a playing video. */
export interface FrameGrabber {
  /** A JPEG of the picture as the camera sees it, not mirrored; undefined while the video has no picture. */
  grab(): Promise<Blob | undefined>;
  /** Brightness of the picture now; undefined while the video has no picture. */
  measure(): Brightness | undefined;
  /** Whether the picture now is bright and without colours. */
  isGrey(): boolean;
}

const qualities = [0.85, 0.7, 0.5];
const probe = { width: 32, height: 24 };

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function hasPicture(video: HTMLVideoElement): boolean {
  return video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0;
}

/** Makes the grabber of one video element. */
export function createFrameGrabber(video: HTMLVideoElement): FrameGrabber {
  const frame = document.createElement('canvas');
  const small = document.createElement('canvas');
  Object.assign(small, probe);
  const look = (): Uint8ClampedArray | undefined => {
    const context = small.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null || !hasPicture(video)) return undefined;
    context.drawImage(video, 0, 0, probe.width, probe.height);
    return context.getImageData(0, 0, probe.width, probe.height).data;
  };
  return {
    grab: async () => {
      const context = frame.getContext('2d', { alpha: false });
      if (context === null || !hasPicture(video)) return undefined;
      Object.assign(frame, decideFrameSize(video.videoWidth, video.videoHeight));
      context.drawImage(video, 0, 0, frame.width, frame.height);
      for (const quality of qualities) {
        const jpeg = await toJpeg(frame, quality);
        if (jpeg !== null && jpeg.size <= MAX_FRAME_BYTES) return jpeg;
      }
      return undefined;
    },
    measure: () => {
      const pixels = look();
      return pixels && decideBrightness(pixels);
    },
    isGrey: () => {
      const pixels = look();
      return pixels !== undefined && isGreyPicture(pixels);
    },
  };
}
