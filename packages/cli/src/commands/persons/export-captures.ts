import { lstat, mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListCapturesResponse } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { writeNewFile } from '../../frame/write-new-file.ts';

/** A file of an export: whose image it is. */
export type ExportedImage = { file: string; attempt: string; step: number; sha256: string | undefined };

/** What an export writes, and where. */
export type Export = {
  directory: string;
  captures: ListCapturesResponse;
  /** Opens an image, once the look is on record. */
  look(attemptId: string, step: number): Promise<Uint8Array>;
  /** Who exports, when and why, for the file beside the images. */
  about: Readonly<Record<string, string>>;
  stopping: AbortSignal;
};

const RECORD_FILE = 'captures.json';

const imagesOf = ({ attempts }: ListCapturesResponse): ExportedImage[] =>
  attempts.flatMap(({ id, number, frames }) =>
    frames
      .filter(({ isHeld }) => isHeld)
      .map(({ step, pose, sha256 }) => ({
        file: `attempt-${number}-step-${step}-${pose}.jpg`,
        attempt: id,
        step,
        sha256,
      })),
  );

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Makes the directory, readable by its owner alone, unless it is there; answers whether it was made. */
async function makeDirectory(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, 0o700);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new OperatorRefusal('forbidden', `The directory ${directory} cannot be created (${code}).`);
  }
}

/** Asked before the first look, so that nothing is looked at in vain. */
async function refuseExisting(directory: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const path = join(directory, file);
    if (await exists(path))
      throw new OperatorRefusal('forbidden', `The file ${path} exists; name a new directory.`);
  }
}

async function writeAll(input: Export, images: readonly ExportedImage[], written: string[]): Promise<void> {
  const { directory, captures, about } = input;
  const write = async (file: string, content: string | Uint8Array): Promise<void> => {
    const path = join(directory, file);
    await writeNewFile(path, content);
    written.push(path);
  };
  for (const { file, attempt, step } of images) {
    input.stopping.throwIfAborted();
    await write(file, await input.look(attempt, step));
  }
  input.stopping.throwIfAborted();
  await write(RECORD_FILE, `${JSON.stringify({ ...about, ...captures, files: images }, null, 2)}\n`);
}

/**
 * Writes the held images of a transaction and what is known of its captures to new files of mode 0600; an existing file is never
 * touched. When anything fails, or somebody asks for the end, no file of it is left; the looks that were made stay on record.
 */
export async function exportCaptures(input: Export): Promise<ExportedImage[]> {
  const images = imagesOf(input.captures);
  if (images.length === 0)
    throw new OperatorRefusal('not-found', 'No image of this transaction is kept; captures list shows why.');
  const isMade = await makeDirectory(input.directory);
  const written: string[] = [];
  try {
    await refuseExisting(input.directory, [...images.map(({ file }) => file), RECORD_FILE]);
    await writeAll(input, images, written);
    return images;
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    if (isMade) await rmdir(input.directory).catch(() => undefined);
    throw error;
  }
}
