import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pose } from '@titular/simulation/solid/motion.ts';
import { type CameraScene, sceneFrames } from './camera-file.ts';
import { PERSONS, type PersonName } from './persons.ts';
import { takeFrame } from './pose-frame.ts';

const NAMES = Object.keys(PERSONS) as PersonName[];
const nextTo = (person: PersonName): PersonName =>
  NAMES[(NAMES.indexOf(person) + 1) % NAMES.length] ?? person;

/** What each folder of a simulated attack report shows, for a person and in a take; every folder name but bona-fide is a species. */
export const SIMULATED_FOLDERS = {
  'covered-camera': () => ({ kind: 'dark' }),
  'far-away': (person, take) => ({ kind: 'tiny', person, take }),
  'no-face': (_person, take) => ({ kind: 'no-face', take }),
  'other-person-half-way': (person, take) => ({ kind: 'swap', persons: [person, nextTo(person)], take }),
  'over-exposed': (person, take) => ({ kind: 'over-exposed', person, take }),
  'photograph-on-a-stand': (person, take) => ({ kind: 'still', person, take }),
  'recording-on-a-screen': (person, take) => ({ kind: 'screen', person, take }),
  'two-people': (person, take) => ({ kind: 'two-people', persons: [person, nextTo(person)], take }),
} as const satisfies Readonly<Record<string, (person: PersonName, take: number) => CameraScene>>;

/** Folders of people who do what is asked, by a clip for each pose. */
export const ANSWERING_FOLDERS = ['bona-fide', 'replay-same-recording'] as const;

/** The name of a folder. */
export type SimulatedFolder = keyof typeof SIMULATED_FOLDERS | (typeof ANSWERING_FOLDERS)[number];

const isAnswering = (folder: SimulatedFolder): folder is (typeof ANSWERING_FOLDERS)[number] =>
  ANSWERING_FOLDERS.some((name) => name === folder);

/** As often as a challenge asks for one move at most: nobody makes a movement twice in the same way. */
const TAKES_OF_A_MOVE = 4;
const MOVES: readonly Pose[] = ['left', 'right', 'up', 'down', 'mouth'];
const CLIP_SECONDS = 2;
const FRAMES_A_SECOND = 6;

async function writeClips(directory: string, person: PersonName, take: number): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'recording.json'), JSON.stringify({ framesPerSecond: FRAMES_A_SECOND }));
  const moves = MOVES.flatMap((pose) =>
    Array.from({ length: TAKES_OF_A_MOVE }, (_, index) => ({ pose, name: `${pose}-${index + 1}` })),
  );
  for (const [index, { pose, name }] of [{ pose: 'front' as const, name: 'front' }, ...moves].entries()) {
    // Each at another time of the take: no two pictures of it are alike.
    const sinceMs = index * 10_000;
    const frames: Buffer[] = [];
    for (let frame = 0; frame < CLIP_SECONDS * FRAMES_A_SECOND; frame += 1) {
      const atMs = sinceMs + Math.round((frame * 1000) / FRAMES_A_SECOND);
      frames.push(await takeFrame(person, take, [{ pose, atMs: sinceMs }], atMs));
    }
    await writeFile(join(directory, `${name}.mjpeg`), Buffer.concat(frames));
  }
}

/** Writes so many simulated recordings into each of the folders, one of each person in turn, every one in a take of its own. */
export async function writeRecordings(
  directory: string,
  count: number,
  folders: readonly SimulatedFolder[] = [
    ...ANSWERING_FOLDERS,
    ...(Object.keys(SIMULATED_FOLDERS) as SimulatedFolder[]),
  ],
): Promise<void> {
  for (const folder of folders) {
    await mkdir(join(directory, folder), { recursive: true });
    for (let number = 1; number <= count; number += 1) {
      const person = NAMES[(number - 1) % NAMES.length] ?? 'a';
      const name = `${person}-${String(number).padStart(3, '0')}`;
      if (isAnswering(folder)) {
        await writeClips(join(directory, folder, name), person, number);
        continue;
      }
      const frames = await sceneFrames(SIMULATED_FOLDERS[folder](person, number));
      await writeFile(join(directory, folder, `${name}.mjpeg`), Buffer.concat(frames));
    }
  }
}
