import { euclideanDistance } from '@titular/face-engine';
import { MAX_TEMPLATES, WORTH_KEEPING } from '../faces/index.ts';

/** The faces worth enrolling: the first, and each that differs enough from those before it. */
export function chooseFaces(descriptors: readonly Float32Array[]): Float32Array[] {
  const chosen: Float32Array[] = [];
  for (const one of descriptors)
    if (chosen.every((other) => euclideanDistance(one, other) >= WORTH_KEEPING)) chosen.push(one);
  return chosen;
}

/** A face that selfies enrolled, in one engine version. */
export type CapturedFace<Id> = { templateId: Id; place: number; createdAt: Date };

/** The places that the faces of a reference take, and the captured faces that give way: the oldest, where there is no room for all. */
export type PlacePlan<Id> = { places: number[]; deletes: Id[] };

/** Finds places for so many faces of a reference beside the captured ones of the same engine version. */
export function planPlaces<Id>(captured: readonly CapturedFace<Id>[], faces: number): PlacePlan<Id> {
  const byAge = captured.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const leaving = byAge.slice(0, Math.max(0, captured.length + faces - MAX_TEMPLATES));
  const taken = new Set(byAge.slice(leaving.length).map(({ place }) => place));
  const free = Array.from({ length: MAX_TEMPLATES }, (_, index) => index + 1).filter(
    (place) => !taken.has(place),
  );
  return { places: free.slice(0, faces), deletes: leaving.map(({ templateId }) => templateId) };
}
