import { createHash } from 'node:crypto';
import type { ChallengePose } from '@titular/contract';
import { decodeImage, type ImageLimits } from '@titular/face-engine';
import type { RunHead } from '@titular/lab/attack-testing/progress-file.ts';
import { type ReportDeps, showAll } from '@titular/lab/attack-testing/show-all.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import sharp from 'sharp';
import type { PictureDirectory } from '../calibration/read-labelled-pictures.ts';
import type { Trial } from '../ephemeral-service/trial.ts';
import { answerWith } from './answer-with-clips.ts';
import { type AttackFigures, addUpPresentations, endOf, type Presentation } from './attack-figures.ts';
import { type FoundRecordings, type LeftOut, type ReadRecording, readRecording } from './read-recordings.ts';
import { type FoundRecording, isReplay, pictureIndexAt } from './recording.ts';
import { type Presenter, type Shown, showPresenter } from './show-presenter.ts';

/** What a report says; each presentation is told too, so that figures can be made anew. */
export type AttackReport = AttackFigures & {
  measuredAt: Date;
  engineVersion: string;
  /** SHA-256 of the list of paths and digests of all recordings, or photographs. */
  recordingsDigest: string;
  /** There where nothing was recorded: from how many photographs and persons presentations were made, how many of each species were asked for, and the seed. */
  made?: { photographs: number; persons: number; each?: number; seed: number };
  presentations: readonly Presentation[];
  leftOut: readonly LeftOut[];
};

const PICTURE_LIMITS: ImageLimits = {
  maximumBytes: 32 * 1024 * 1024,
  maximumPixels: 100_000_000,
  decodeTimeoutSeconds: 20,
};

/** What the page makes of a camera's picture before it sends it. */
const PAGE_SIDE = 640;
const PAGE_QUALITY = 85;

async function toPageFrame(picture: Buffer, where: string): Promise<Buffer> {
  const decoded = await decodeImage(picture, PICTURE_LIMITS, PAGE_SIDE);
  if (decoded.kind === 'refused')
    throw new OperatorRefusal('invalid', `${where} cannot be used: ${decoded.reason}.`);
  const { width, height, pixels } = decoded;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: PAGE_QUALITY })
    .toBuffer();
}

/** Plays a recording over and over, or the clips of one that answers, from its begin for each session; each picture is made ready once. */
function player(
  directory: PictureDirectory,
  { path, framesPerSecond }: FoundRecording,
  { pictures, clips }: ReadRecording,
): () => Presenter {
  const ready = new Map<Buffer, Promise<Buffer>>();
  return () => {
    const pictureFor =
      clips.size > 0
        ? answerWith<Buffer>(clips, framesPerSecond)
        : (_pose: ChallengePose, elapsedMs: number): Buffer | undefined =>
            pictures[pictureIndexAt(elapsedMs, framesPerSecond, pictures.length)];
    const frame = (pose: ChallengePose, elapsedMs: number): Promise<Buffer> => {
      const picture = pictureFor(pose, elapsedMs) ?? Buffer.alloc(0);
      const made = ready.get(picture) ?? toPageFrame(picture, `A picture of ${directory.name}/${path}`);
      ready.set(picture, made);
      return made;
    };
    return { movement: 'turn', isPage: true, frame };
  };
}

const toPresentation = ({ species, path }: FoundRecording, shown: Shown): Presentation => ({
  species,
  recording: path,
  end: endOf(shown),
  reasons: shown.reasons,
  outcomes: shown.outcomes,
});

async function present(
  trial: Trial,
  stopping: AbortSignal,
  recording: FoundRecording,
  play: () => Presenter,
): Promise<Presentation> {
  const merchant = await trial.newMerchant();
  const shown = await showPresenter(trial, merchant, play());
  if (!isReplay(recording.species)) return toPresentation(recording, shown);
  if (!shown.approved) return { ...toPresentation(recording, shown), end: 'not_presented' };
  stopping.throwIfAborted();
  return toPresentation(recording, await showPresenter(trial, merchant, play()));
}

/** The report of presentations that belong to one run; `each` is how many of each species it asked for. */
export const reportOf = (
  { engineVersion, digest, made, leftOut }: RunHead,
  presentations: readonly Presentation[],
  measuredAt: Date,
  each?: number,
): AttackReport => ({
  ...addUpPresentations(presentations),
  measuredAt,
  engineVersion,
  recordingsDigest: digest,
  ...(made ? { made: each === undefined ? made : { ...made, each } } : {}),
  presentations,
  leftOut,
});

/** Refuses, before the first is shown, a recording that cannot be read; tells what all of them are. */
export async function checkRecordings(
  directory: PictureDirectory,
  { recordings }: FoundRecordings,
  stopping: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  for (const recording of recordings) {
    stopping.throwIfAborted();
    const read = await readRecording(directory, recording);
    await player(directory, recording, read)().frame('front', 0);
    hash.update(`${read.digest}  ${recording.path}\n`);
  }
  return hash.digest('hex');
}

/** Shows each recording to one of the trials, and adds up what came of them. */
export async function reportAttacks(
  deps: ReportDeps,
  directory: PictureDirectory,
  { recordings, leftOut }: FoundRecordings,
  { digest, ...run }: Pick<RunHead, 'program' | 'thresholds' | 'digest'>,
): Promise<AttackReport> {
  const head = { ...run, digest, engineVersion: deps.trials[0]?.engineVersion ?? '', leftOut };
  await deps.progress?.begin(head);
  const showings = recordings.map((recording) => ({
    key: recording.path,
    label: recording.path,
    show: async (trial: Trial) => {
      const play = player(directory, recording, await readRecording(directory, recording));
      return present(trial, deps.stopping, recording, play);
    },
  }));
  return reportOf(head, await showAll(deps, showings), deps.now);
}
