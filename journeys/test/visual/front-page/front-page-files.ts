import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The directory of the whole project. */
export const ROOT: string = resolve(import.meta.dirname, '../../../..');

/** The picture of README.md. */
export const PICTURE_FILE: string = join(ROOT, 'docs/pictures/first-transaction.webp');

/** What the page and the demo were when the picture was made. */
export const SOURCES_FILE: string = join(ROOT, 'docs/pictures/first-transaction.json');

/** Screens that the picture shows as the visual tests keep them, and the demo whose words it shows. */
const SOURCES = [
  'journeys/golden/consent.en.390.png',
  'journeys/golden/camera-front.en.390.png',
  'journeys/golden/approved.en.390.png',
  'journeys/src/demo.ts',
];

/** SHA-256 of each source as it is now. */
export async function readSources(): Promise<Record<string, string>> {
  const digests = SOURCES.map(async (path) => {
    const content = await readFile(join(ROOT, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
