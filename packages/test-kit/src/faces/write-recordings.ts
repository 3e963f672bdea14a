import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CameraScene, sceneFrames } from './camera-file.ts';
import { PERSONS, type PersonName } from './persons.ts';

const NAMES = Object.keys(PERSONS) as PersonName[];
const nextTo = (person: PersonName): PersonName =>
  NAMES[(NAMES.indexOf(person) + 1) % NAMES.length] ?? person;

/** What each folder of a simulated attack report shows, for a person and in a take; every folder name but bona-fide is a species. */
export const SIMULATED_FOLDERS = {
  'bona-fide': (person, take) => ({ kind: 'turns', person, take }),
  'covered-camera': () => ({ kind: 'dark' }),
  'far-away': (person, take) => ({ kind: 'tiny', person, take }),
  'no-face': (_person, take) => ({ kind: 'no-face', take }),
  'other-person-half-way': (person, take) => ({ kind: 'swap', persons: [person, nextTo(person)], take }),
  'over-exposed': (person, take) => ({ kind: 'over-exposed', person, take }),
  'photograph-on-a-stand': (person, take) => ({ kind: 'still', person, take }),
  'recording-on-a-screen': (person, take) => ({ kind: 'screen', person, take }),
  'replay-same-recording': (person, take) => ({ kind: 'turns', person, take }),
  'two-people': (person, take) => ({ kind: 'two-people', persons: [person, nextTo(person)], take }),
} as const satisfies Readonly<Record<string, (person: PersonName, take: number) => CameraScene>>;
/** The name of such a folder. */
export type SimulatedFolder = keyof typeof SIMULATED_FOLDERS;

/** Writes so many simulated recordings into each of the folders, one of each person in turn, every one in a take of its own. */
export async function writeRecordings(
  directory: string,
  count: number,
  folders: readonly SimulatedFolder[] = Object.keys(SIMULATED_FOLDERS) as SimulatedFolder[],
): Promise<void> {
  for (const folder of folders) {
    await mkdir(join(directory, folder), { recursive: true });
    for (let number = 1; number <= count; number += 1) {
      const person = NAMES[(number - 1) % NAMES.length] ?? 'a';
      const name = `${person}-${String(number).padStart(3, '0')}.mjpeg`;
      const frames = await sceneFrames(SIMULATED_FOLDERS[folder](person, number));
      await writeFile(join(directory, folder, name), Buffer.concat(frames));
    }
  }
}
