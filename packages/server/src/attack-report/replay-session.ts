import type { ChallengePose } from '@titular/contract';
import sharp from 'sharp';
import type { Presenter } from './show-presenter.ts';

/** What was shown while each pose was asked for, in the order of time. */
export type Recorded = ReadonlyMap<ChallengePose, readonly Uint8Array[]>;

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
  const recorded = new Map<ChallengePose, Uint8Array[]>();
  return {
    recorded,
    presenter: {
      ...presenter,
      frame: async (pose, elapsedMs) => {
        const shown = await presenter.frame(pose, elapsedMs);
        const clip = recorded.get(pose) ?? [];
        recorded.set(pose, [...clip, shown]);
        return shown;
      },
    },
  };
}

const MIRRORED: Readonly<Partial<Record<ChallengePose, ChallengePose>>> = { left: 'right', right: 'left' };

/** Whoever cuts by hand needs a moment from the instruction to the cut. */
const CUT_AFTER_MS = 350;

/** Shows a recorded session again, cut by hand to what the page asks for: of each pose what was shown for it, to and fro, else the front. */
export function replay(recorded: Recorded, alteration: Alteration): Presenter {
  let shown: ChallengePose = 'front';
  let place = 0;
  let askedMs: number | undefined;
  return {
    movement: 'turn',
    isPage: true,
    frame: (pose, elapsedMs) => {
      askedMs = pose === shown ? undefined : (askedMs ?? elapsedMs);
      // Recorded sessions begin with what was shown while the instruction was read.
      const isCut = askedMs !== undefined && elapsedMs - askedMs >= CUT_AFTER_MS;
      place = isCut ? 0 : place + 1;
      if (isCut) shown = pose;
      const source = alteration === 'mirrored' ? (MIRRORED[shown] ?? shown) : shown;
      const clip = recorded.get(source) ?? recorded.get('front') ?? [];
      const there = Math.max(1, 2 * clip.length - 2);
      const at = place % there;
      const frame = clip[at < clip.length ? at : there - at];
      if (!frame) throw new Error('nothing was recorded to be shown again');
      return ALTERATIONS[alteration](frame);
    },
  };
}
