/** A camera as the browser lists it; the label is empty before the camera was allowed once. */
export interface ListedCamera {
  deviceId: string;
  label: string;
}

const infraredLabel =
  /\b(ir|infrared|infra-red|infrarroj[oa]|infravermelh[oa]|infrarouge|windows hello|depth)\b/i;
const rearLabel = /\b(back|rear|environment|traseir[oa]|traser[oa]|posterior|arri[eè]re)\b/i;

/** Whether a camera by its name sees heat or depth rather than colours, as those for unlocking a computer do. */
const isInfraredLabel = (label: string): boolean => infraredLabel.test(label);

/** The cameras that may face the person, in the browser's order: not those at the back of a phone, and not those that see no colours. */
export function listUsable(cameras: readonly ListedCamera[]): ListedCamera[] {
  return cameras.filter(({ label }) => !rearLabel.test(label) && !isInfraredLabel(label));
}

/** The camera after the one in use, around the list; undefined when there is no other. */
export function findNext(
  cameras: readonly ListedCamera[],
  deviceId: string | undefined,
): ListedCamera | undefined {
  const usable = listUsable(cameras);
  const at = usable.findIndex((camera) => camera.deviceId === deviceId);
  const next = usable[(at + 1) % Math.max(1, usable.length)];
  return next?.deviceId === deviceId ? undefined : next;
}

/** What is known of an open camera that may see without colours. */
export interface SeenCamera {
  label: string;
  /** Its picture is bright enough and has no colours. */
  isGrey: boolean;
  /** The browser says that it faces the person, as it does of phones' cameras, which see colours. */
  facesPerson: boolean;
  hasOther: boolean;
}

/** Decides whether to take another camera; one that is grey alone may stand before a grey wall, and is given up only for another one. */
export function decideInfrared({
  label,
  isGrey,
  facesPerson,
  hasOther,
}: SeenCamera): 'use' | 'another' | 'problem' {
  const isNamed = isInfraredLabel(label);
  if (!isNamed && (!isGrey || facesPerson)) return 'use';
  if (hasOther) return 'another';
  return isNamed && isGrey ? 'problem' : 'use';
}
