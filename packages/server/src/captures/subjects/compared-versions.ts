import type { OtherMeasures } from '../../faces/index.ts';
import type { KeptFrame } from '../attempts/frame-store.ts';

/** What a frame was measured as, by one engine or by both. */
type MeasuredFrame = Pick<KeptFrame, 'engineVersion' | 'measure' | 'other'>;

/** The engine versions that a service compares faces in: the present one, and in a change the other one. */
export type EngineVersions = {
  engineVersion: string;
  otherEngine: Pick<OtherMeasures, 'isOther'> | undefined;
};

/** The versions of a decision: the one that it rests on, and in a change the other one that its first frame has. */
export type ComparedVersions = { decided: string | undefined; beside: string | undefined };

/** Whether the service compares faces of a version. */
export const isCompared = ({ engineVersion, otherEngine }: EngineVersions, version: string): boolean =>
  version === engineVersion || (otherEngine?.isOther(version) ?? false);

/** What an engine version made of a frame; undefined where it did not measure it. */
export function descriptorIn(
  { engineVersion, measure, other }: MeasuredFrame,
  version: string,
): Float32Array | undefined {
  if (engineVersion === version) return measure.descriptor;
  return other?.engineVersion === version ? other.descriptor : undefined;
}

/** The versions that a frame was measured in. */
export const versionsIn = ({ engineVersion, other }: MeasuredFrame): string[] => [
  engineVersion,
  ...(other ? [other.engineVersion] : []),
];

/** The versions that are compared and measured every frame of a capture, the present one first. */
export function versionsOf(versions: EngineVersions, frames: readonly MeasuredFrame[]): string[] {
  const [first] = frames;
  if (!first) return [];
  const { engineVersion: present } = versions;
  return versionsIn(first)
    .filter((one) => isCompared(versions, one))
    .filter((one) => frames.every((frame) => descriptorIn(frame, one) !== undefined))
    .toSorted((one, other) => Number(other === present) - Number(one === present));
}

/**
 * Chooses the first version in which the identity is enrolled, or else the first of the capture: one version decides, never the better of two.
 * The other one is searched by the first frame alone, so that frame alone has to have it.
 */
export function chooseVersions(
  versions: EngineVersions,
  frames: readonly MeasuredFrame[],
  enrolledIn: readonly string[],
): ComparedVersions {
  const ofCapture = versionsOf(versions, frames);
  const decided = ofCapture.find((one) => enrolledIn.includes(one)) ?? ofCapture[0];
  const ofFirst = frames.slice(0, 1).flatMap(versionsIn);
  return { decided, beside: ofFirst.find((one) => one !== decided && isCompared(versions, one)) };
}
