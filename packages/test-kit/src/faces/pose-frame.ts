import type { Bystander } from '@titular/simulation/attacks/bystanders.ts';
import { cachedOnDisk } from '@titular/simulation/disk-cache.ts';
import { encodeJpeg } from '@titular/simulation/picture.ts';
import { createPerson, type SimulatedPerson } from '@titular/simulation/solid/create-person.ts';
import type { AskedPose, Pose } from '@titular/simulation/solid/motion.ts';
import { FRONT_VIEW, type HeadView, renderHead } from '@titular/simulation/solid/render-head.ts';
import { makePlainRoom } from '@titular/simulation/solid/room.ts';
import type { PersonName } from './persons.ts';
import { headOf } from './solid-heads.ts';

/** Which take a frame is of (another room, light and sway for each), the instant in it in ms, and how far the pose is made: 1 wholly, more or less where somebody tries again. */
export type PoseOptions = { take?: number; atMs?: number; part?: number };

/** How the persons of the tests hold the head for each pose: clearly, and alike in all takes. */
const POSES: Readonly<Record<Pose, Partial<HeadView>>> = {
  front: {},
  left: { yawDegrees: 21 },
  right: { yawDegrees: -21 },
  up: { pitchDegrees: 21 },
  down: { pitchDegrees: -22 },
  mouth: { mouth: 1 },
  nearer: { distanceCm: 30 },
  farther: { distanceCm: 74 },
};

/** Reaction and duration of each movement of a take, in ms. */
const REACTION_MS = 500;
const MOVE_MS = 700;

const poses = Object.fromEntries(
  Object.entries(POSES).map(([pose, view]) => [pose, { ...FRONT_VIEW, ...view }]),
) as Record<Pose, HeadView>;
const habits = { poses, reactionsMs: [REACTION_MS], movesMs: [MOVE_MS] };

/** Whoever acts for a page is quick, so that a capture is short; each movement still goes over several pictures. */
const QUICK = { poses, reactionsMs: [200], movesMs: [350] };

type AnyPerson = PersonName | Bystander;

/** A room takes some 2 MB: no more than the latest are kept. */
const MAX_PERSONS = 12;
const persons = new Map<string, Promise<SimulatedPerson>>();

/** A living person before a camera of their own; takes are told apart by room, light, sway and noise. */
export function personOf(person: AnyPerson, take = 0): Promise<SimulatedPerson> {
  const key = JSON.stringify([person, take]);
  const known = persons.get(key) ?? headOf(person).then((head) => createPerson(head, take, { habits }));
  persons.delete(key);
  persons.set(key, known);
  if (persons.size > MAX_PERSONS) persons.delete(persons.keys().next().value ?? key);
  return known;
}

/** A living person who shows a pose, as a JPEG of 640 by 480; made once and kept on disk. */
export const poseFrame = (
  person: AnyPerson,
  pose: Pose,
  { take = 0, atMs = 0, part = 1 }: PoseOptions = {},
): Promise<Buffer> =>
  cachedOnDisk(['pose', person, POSES[pose], take, atMs, part], async () =>
    encodeJpeg((await personOf(person, take)).show(pose, part, atMs)),
  );

/** What a still camera sees, in the room of its take or before a bare wall. */
export type ViewOptions = { take?: number; isBare?: boolean };

const BARE_ROOM = makePlainRoom([186, 184, 178]);

/** A living person seen by a camera that is held still, as a JPEG of 640 by 480; made once and kept on disk. */
export const viewFrame = (
  person: AnyPerson,
  view: Partial<HeadView>,
  { take = 0, isBare = false }: ViewOptions = {},
): Promise<Buffer> =>
  cachedOnDisk(['view', person, view, take, isBare], async () => {
    const { camera } = await personOf(person, take);
    const before = isBare ? { ...camera, room: BARE_ROOM } : camera;
    return encodeJpeg(renderHead(await headOf(person), view, { camera: before, seed: take }));
  });

/** A frame of a take in which poses are asked for; made once and kept on disk. */
export const takeFrame = (
  person: AnyPerson,
  take: number,
  asked: readonly AskedPose[],
  atMs: number,
): Promise<Buffer> =>
  cachedOnDisk(['take', person, POSES, REACTION_MS, MOVE_MS, take, asked, atMs], async () =>
    encodeJpeg((await personOf(person, take)).take(asked)(atMs)),
  );

/**
 * A person who does what a page asks: gives the frame for the pose that is asked for now, and how many ms ago that began. Time goes on
 * as the calls say, so that equal calls give equal frames.
 */
export function actingPerson(
  person: AnyPerson,
  take = 0,
): (pose: Pose, msSinceAsked: number) => Promise<Buffer> {
  const acting = headOf(person).then((head) => createPerson(head, take, { habits: QUICK }));
  // Whoever asks for a picture is told.
  acting.catch(() => undefined);
  const asked: AskedPose[] = [];
  let latestMs = 0;
  return async (pose, msSinceAsked) => {
    const last = asked.at(-1);
    if (last?.pose !== pose) asked.push({ pose, atMs: latestMs });
    latestMs = Math.max(latestMs, (asked.at(-1)?.atMs ?? 0) + msSinceAsked);
    return encodeJpeg((await acting).take(asked)(latestMs));
  };
}
