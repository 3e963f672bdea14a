import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CHALLENGE_POSES, type ChallengePose } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { type PictureDirectory, readBelow } from '../calibration/read-labelled-pictures.ts';
import type { Clips } from './answer-with-clips.ts';
import {
  BONA_FIDE,
  type Clip,
  type FoundRecording,
  splitPictures,
  USUAL_FRAMES_PER_SECOND,
} from './recording.ts';

/** What was not shown: no recording, or a photograph in which no face faces the camera. */
export type LeftOut = { path: string; reason: 'link' | 'not_a_recording' | 'no_facing_face' };

/** All recordings by the name of their folder, and what is none. */
export type FoundRecordings = { recordings: FoundRecording[]; leftOut: LeftOut[] };

const MAX_RECORDING_BYTES = 512 * 1024 * 1024;
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;
const MAX_SETTING_BYTES = 4096;
const MAX_FRAMES_PER_SECOND = 120;
const RECORDING = /\.mjpe?g$/i;
const PICTURE = /\.jpe?g$/i;
const SETTING_FILE = 'recording.json';

type Entry = { name: string; kind: 'folder' | 'file' | 'link' };

const inOrder = new Intl.Collator('en', { numeric: true });

async function list(directory: PictureDirectory, path: string): Promise<Entry[]> {
  const entries = await readdir(join(directory.root, path), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new OperatorRefusal('invalid', `${join(directory.name, path)} cannot be read (${error.code}).`);
    },
  );
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry): Entry => {
      if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
      return { name: entry.name, kind: entry.isDirectory() ? 'folder' : 'file' };
    })
    .sort((one, other) => inOrder.compare(one.name, other.name));
}

async function read(directory: PictureDirectory, path: string, mostBytes: number): Promise<Buffer> {
  const found = await readBelow(directory, path, mostBytes);
  if (found.kind === 'read') return found.bytes;
  throw new OperatorRefusal('invalid', `${join(directory.name, path)} cannot be read: ${found.reason}.`);
}

/** How fast the recordings of a folder were taken; what the folder does not say itself is as in the one around it. */
async function readRate(
  directory: PictureDirectory,
  folder: string,
  entries: readonly Entry[],
  around: number,
): Promise<number> {
  if (!entries.some(({ name, kind }) => name === SETTING_FILE && kind === 'file')) return around;
  const path = `${folder}/${SETTING_FILE}`;
  const text = (await read(directory, path, MAX_SETTING_BYTES)).toString('utf8');
  let rate: unknown;
  try {
    rate = (JSON.parse(text) as { framesPerSecond?: unknown } | null)?.framesPerSecond;
  } catch {
    rate = undefined;
  }
  if (typeof rate === 'number' && rate >= 1 && rate <= MAX_FRAMES_PER_SECOND) return rate;
  throw new OperatorRefusal(
    'invalid',
    `${join(directory.name, path)} must be {"framesPerSecond": N} with N from 1 to ${MAX_FRAMES_PER_SECOND}.`,
  );
}

/** Clips are named by their pose, several of one pose by a number after it: `left-2.mjpeg`. */
const CLIP = /^([a-z]+)(?:-\d{1,3})?\.mjpe?g$/i;

const clipsOf = (entries: readonly Entry[]): Clip[] =>
  entries.flatMap(({ name, kind }) => {
    const pose = CHALLENGE_POSES.find((one) => one === CLIP.exec(name)?.[1]);
    return kind === 'file' && pose ? [{ pose, name }] : [];
  });

async function findInFolder(
  directory: PictureDirectory,
  species: string,
  name: string,
  rate: number,
): Promise<FoundRecording> {
  const path = `${species}/${name}`;
  const entries = await list(directory, path);
  const framesPerSecond = await readRate(directory, path, entries, rate);
  const clips = clipsOf(entries);
  if (clips.some(({ pose }) => pose === 'front'))
    return { species, path, pictures: undefined, clips, framesPerSecond };
  const pictures = entries.filter((entry) => entry.kind === 'file' && PICTURE.test(entry.name));
  if (pictures.length === 0)
    throw new OperatorRefusal(
      'invalid',
      `${join(directory.name, path)} holds no JPEG picture, and no front.mjpeg of a recording that answers.`,
    );
  return { species, path, pictures: pictures.map((picture) => picture.name), framesPerSecond };
}

async function findSpecies(directory: PictureDirectory, species: string): Promise<FoundRecordings> {
  const entries = await list(directory, species);
  const rate = await readRate(directory, species, entries, USUAL_FRAMES_PER_SECOND);
  const found: FoundRecordings = { recordings: [], leftOut: [] };
  for (const { name, kind } of entries) {
    const path = `${species}/${name}`;
    if (kind === 'folder') found.recordings.push(await findInFolder(directory, species, name, rate));
    else if (kind === 'file' && RECORDING.test(name))
      found.recordings.push({ species, path, pictures: undefined, framesPerSecond: rate });
    else if (name !== SETTING_FILE)
      found.leftOut.push({ path, reason: kind === 'link' ? 'link' : 'not_a_recording' });
  }
  if (found.recordings.length > 0) return found;
  throw new OperatorRefusal(
    'invalid',
    `${join(directory.name, species)} holds no recording: an .mjpeg file, or a folder of JPEG pictures.`,
  );
}

/** Finds what is to be shown: bona-fide first, then each species by its name; refuses a directory without honest people, without an attack, or with an empty folder. */
export async function findRecordings(directory: PictureDirectory): Promise<FoundRecordings> {
  const entries = await list(directory, '');
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  if (!folders.includes(BONA_FIDE)) {
    throw new OperatorRefusal(
      'invalid',
      `${directory.name} holds no folder ${BONA_FIDE}: without recordings of honest people nothing can be said of attacks.`,
    );
  }
  const species = folders.filter((name) => name !== BONA_FIDE);
  if (species.length === 0)
    throw new OperatorRefusal('invalid', `${directory.name} holds no folder of attacks beside ${BONA_FIDE}.`);
  const found: FoundRecordings = { recordings: [], leftOut: [] };
  for (const name of [BONA_FIDE, ...species]) {
    const { recordings, leftOut } = await findSpecies(directory, name);
    found.recordings.push(...recordings);
    found.leftOut.push(...leftOut);
  }
  for (const { name, kind } of entries.filter((entry) => entry.kind !== 'folder'))
    found.leftOut.push({ path: name, reason: kind === 'link' ? 'link' : 'not_a_recording' });
  return found;
}

/** What a recording shows: its pictures in order, or the clips of each pose, and the SHA-256 of all of them. */
export type ReadRecording = {
  pictures: readonly Buffer[];
  clips: Clips<Buffer>;
  digest: string;
};

function splitFile(bytes: Buffer, shown: string): Buffer[] {
  const split = splitPictures(bytes);
  if (split.damagedAt !== undefined)
    throw new OperatorRefusal('invalid', `${shown} is damaged at its picture ${split.damagedAt}.`);
  if (split.pictures.length === 0)
    throw new OperatorRefusal('invalid', `${shown} is no recording: there is no whole JPEG picture in it.`);
  return split.pictures;
}

/** Reads a recording; refuses one in which there is no picture, or a damaged one. */
export async function readRecording(
  directory: PictureDirectory,
  { path, pictures, clips }: FoundRecording,
): Promise<ReadRecording> {
  const hash = createHash('sha256');
  const readPart = async (name: string, mostBytes: number): Promise<Buffer> => {
    const part = await read(directory, name, mostBytes);
    hash.update(part);
    return part;
  };
  const ordered: Buffer[] = [];
  const byPose = new Map<ChallengePose, (readonly Buffer[])[]>();
  if (pictures)
    for (const name of pictures) ordered.push(await readPart(`${path}/${name}`, MAX_PICTURE_BYTES));
  else if (clips)
    for (const { pose, name } of clips) {
      const file = `${path}/${name}`;
      const clip = splitFile(await readPart(file, MAX_RECORDING_BYTES), join(directory.name, file));
      byPose.set(pose, [...(byPose.get(pose) ?? []), clip]);
    }
  else ordered.push(...splitFile(await readPart(path, MAX_RECORDING_BYTES), join(directory.name, path)));
  return { pictures: ordered, clips: byPose, digest: hash.digest('hex') };
}
