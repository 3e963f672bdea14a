import { CAMERA_ANSWER_PATTERN, type CameraAnswerOutcome } from '@titular/contract';

/** What a page says of a camera request; `claimed` is by the camera's settings, `seen` by the pictures as the browser presents them, both in the unit of the request. */
export type CameraAnswer = {
  id: number;
  outcome: CameraAnswerOutcome;
  delayMs: number;
  claimed: number | undefined;
  seen: number | undefined;
};

const pattern = new RegExp(CAMERA_ANSWER_PATTERN);

const parseValue = (text: string | undefined): number | undefined =>
  text === undefined || text === '-' ? undefined : Number(text);

/** Reads the header of a frame; undefined for what is none, since no frame is refused because of it. */
export function parseCameraAnswer(text: unknown): CameraAnswer | undefined {
  if (typeof text !== 'string' || !pattern.test(text)) return undefined;
  const [id, outcome, delayMs, claimed, seen] = text.split('/');
  return {
    id: Number(id),
    outcome: outcome as CameraAnswerOutcome,
    delayMs: Number(delayMs),
    claimed: parseValue(claimed),
    seen: parseValue(seen),
  };
}
