import type { ChallengePose } from '@titular/contract';

/** One file of a recording that answers what is asked: what is shown while the pose is asked for. Several of one pose are shown in turn. */
export type Clip = { pose: ChallengePose; name: string };

/** A recording as it lies in the directory: `path` from the directory, with slashes. `pictures` are files of a folder and `clips` those of one that answers, none of a file. */
export type FoundRecording = {
  species: string;
  path: string;
  pictures: readonly string[] | undefined;
  clips?: readonly Clip[];
  framesPerSecond: number;
};

/** The folder of what honest people showed; every other is a species of attack. */
export const BONA_FIDE = 'bona-fide';

/** Recordings of species that are named so are shown as a genuine session first, and then again as the attack. */
export const isReplay = (species: string): boolean => species.startsWith('replay-');

/** Pictures a second where nothing else is said. */
export const USUAL_FRAMES_PER_SECOND = 10;

const START = Buffer.from([0xff, 0xd8, 0xff]);
const MARK = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Markers that stand alone, without a length (ISO/IEC 10918-1 table B.1). */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the compressed data that begins at a place end: at the next marker that is none of theirs. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== MARK && !standsAlone(next)) return at;
  }
  return bytes.length;
}

/** Where the JPEG that begins at a place ends; undefined when it is not whole. A small picture inside of its metadata is passed over. */
function endOfPicture(bytes: Buffer, start: number): number | undefined {
  let at = start + 2;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARK) return undefined;
    if (marker === END_OF_IMAGE) return at + 2;
    if (marker === MARK) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (at + 4 > bytes.length) return undefined;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
    }
  }
  return undefined;
}

/** The JPEG pictures that stand one after another, with anything between them. A last one that was cut off does not count, one in the midst is told by `damagedAt`, counted from 1. */
export function splitPictures(bytes: Buffer): { pictures: Buffer[]; damagedAt: number | undefined } {
  const pictures: Buffer[] = [];
  for (let start = bytes.indexOf(START); start >= 0; ) {
    const end = endOfPicture(bytes, start);
    if (end === undefined) {
      const isLast = bytes.indexOf(START, start + START.length) < 0;
      return { pictures, damagedAt: isLast ? undefined : pictures.length + 1 };
    }
    pictures.push(bytes.subarray(start, end));
    start = bytes.indexOf(START, end);
  }
  return { pictures, damagedAt: undefined };
}

/** Which picture of a clip is shown so many milliseconds after its pose was asked for: from the first to the last, then to and fro over its later half. */
export function clipIndexAt(elapsedMs: number, framesPerSecond: number, count: number): number {
  const place = Math.floor((elapsedMs / 1000) * framesPerSecond);
  if (place < count) return place;
  const half = Math.max(1, Math.floor(count / 2));
  const beyond = (place - count) % (2 * half);
  return count - 1 - (beyond < half ? beyond : 2 * half - 1 - beyond);
}

/** Which picture of a recording is shown after so many milliseconds; after the last comes the first. */
export const pictureIndexAt = (elapsedMs: number, framesPerSecond: number, count: number): number =>
  Math.floor((elapsedMs / 1000) * framesPerSecond) % count;
