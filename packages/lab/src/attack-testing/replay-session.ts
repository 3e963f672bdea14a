import type { ChallengePose } from '@titular/contract';
import sharp from 'sharp';
import { answerWith, type Clips } from './answer-with-clips.ts';
import { FRAME_INTERVAL_MS, type Presenter } from './show-presenter.ts';

/** What was shown while each pose was asked for, the latest first: sessions end with an attempt that succeeds. */
export type Recorded = Clips<Uint8Array>;

/** How frames of a session that was recorded are altered before they are shown again. */
export const ALTERATIONS = {
  same: (jpeg) => Promise.resolve(jpeg),
  'cropped-10': (jpeg) => crop(jpeg, 0.1),
  'rolled-5': (jpeg) => roll(jpeg, 5),
  mirrored: (jpeg) => sharp(jpeg).flop().jpeg({ quality: QUALITY }).toBuffer(),
  brighter: (jpeg) => sharp(jpeg).linear(1.06, 0).jpeg({ quality: QUALITY }).toBuffer(),
} as const satisfies Readonly<Record<string, (jpeg: Uint8Array) => Promise<Uint8Array>>>;

/** Name of such an alteration. */
export type Alteration = keyof typeof ALTERATIONS;

const QUALITY = 85;

async function crop(jpeg: Uint8Array, part: number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const [left, top] = [Math.round((width * part) / 2), Math.round((height * part) / 2)];
  return sharp(jpeg)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .resize(width, height)
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Rolled about its middle and cropped, so that no corner is empty. */
async function roll(jpeg: Uint8Array, degrees: number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const rolled = await sharp(jpeg).rotate(degrees).toBuffer({ resolveWithObject: true });
  const angle = (degrees * Math.PI) / 180;
  const share = height / (width * Math.sin(angle) + height * Math.cos(angle));
  const [cutWidth, cutHeight] = [Math.floor(width * share), Math.floor(height * share)];
  return sharp(rolled.data)
    .extract({
      left: Math.floor((rolled.info.width - cutWidth) / 2),
      top: Math.floor((rolled.info.height - cutHeight) / 2),
      width: cutWidth,
      height: cutHeight,
    })
    .resize(width, height)
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Keeps what a presenter shows, by the pose that was asked for. */
export function recordPresenter(presenter: Presenter): { presenter: Presenter; recorded: Recorded } {
  const recorded = new Map<ChallengePose, Uint8Array[][]>();
  let latest: { pose: ChallengePose; clip: Uint8Array[] } | undefined;
  const frame: Presenter['frame'] = async (pose, elapsedMs) => {
    const shown = await presenter.frame(pose, elapsedMs);
    if (latest?.pose !== pose) {
      latest = { pose, clip: [] };
      recorded.set(pose, [latest.clip, ...(recorded.get(pose) ?? [])]);
    }
    latest.clip.push(shown);
    return shown;
  };
  return { recorded, presenter: { ...presenter, frame } };
}

const MIRRORED: Readonly<Partial<Record<ChallengePose, ChallengePose>>> = { left: 'right', right: 'left' };

/** Frames a second of a session, as the page sends them. */
const FRAMES_A_SECOND = 1000 / FRAME_INTERVAL_MS;

/** Of a clip of the front the end is used: it begins with the move before. */
const FRONT_FRAMES = 3;

/** Shows a recorded session again, cut by hand to what the page asks for: of each pose what was shown for it, else the front. */
export function replay(recorded: Recorded, alteration: Alteration): Presenter {
  const clips = new Map(
    [...recorded].map(([pose, takes]) => [
      alteration === 'mirrored' ? (MIRRORED[pose] ?? pose) : pose,
      pose === 'front' ? takes.map((clip) => clip.slice(-FRONT_FRAMES)) : takes,
    ]),
  );
  const frameFor = answerWith(clips, FRAMES_A_SECOND);
  return {
    movement: 'turn',
    isPage: true,
    frame: (pose, elapsedMs) => {
      const frame = frameFor(pose, elapsedMs);
      if (!frame) throw new Error('nothing was recorded to be shown again');
      return ALTERATIONS[alteration](frame);
    },
  };
}
