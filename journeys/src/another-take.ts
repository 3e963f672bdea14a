import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitPictures } from '@titular/lab/attack-testing/recording.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import { UsageError } from './arguments.ts';

const MAX_TAKES = 2 ** 31;

/** A recording in a temporary directory, which is gone with `remove` and at the latest when the process ends. */
export type TemporaryRecording = { file: string; remove(): void };

/** Makes an MJPEG recording as another session would show it: the person sits a little elsewhere, in other light. Refuses a file that is none. */
export async function makeAnotherTake(
  file: string,
  take: number = randomInt(1, MAX_TAKES),
): Promise<TemporaryRecording> {
  const { pictures } = splitPictures(await readFile(file));
  if (pictures.length === 0)
    throw new UsageError(`--another-take needs an MJPEG recording; ${file} is none.`);
  const directory = mkdtempSync(join(tmpdir(), 'titular-take-'));
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(directory, { recursive: true, force: true });
  };
  process.on('exit', remove);
  // Recordings hold one picture many times, where nobody moved.
  const made = new Map<string, Buffer>();
  const frames: Buffer[] = [];
  for (const picture of pictures) {
    const key = picture.toString('latin1');
    const frame = made.get(key) ?? (await retake(picture, take));
    made.set(key, frame);
    frames.push(frame);
  }
  const recording = join(directory, 'camera.mjpeg');
  await writeFile(recording, Buffer.concat(frames));
  return { file: recording, remove };
}
