import { CHALLENGE_POSES, FRAME_HINTS } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import {
  ANSWER_PATIENCE_MS,
  COVERED_AFTER_MS,
  decideAskedPose,
  decideGuidance,
  decideGuideView,
  decideSelfLight,
  decideShown,
  STEADY_MS,
} from '../src/camera/guidance.ts';

describe('guidance', () => {
  test('every hint in every pose has words', () => {
    for (const hint of FRAME_HINTS) {
      for (const pose of CHALLENGE_POSES) expect(decideGuidance(hint, pose).message).toMatch(/^(pose|hint)/);
    }
  });

  test("the person's own left is the left side of the mirrored preview", () => {
    expect(decideGuidance('turn_left', 'left')).toMatchObject({ message: 'poseLeft', cue: 'left' });
    expect(decideGuidance('turn_right', 'right')).toMatchObject({ message: 'poseRight', cue: 'right' });
  });

  test('coming nearer and moving away have words and arrows of their own, unlike those for the place of the face', () => {
    expect(decideGuidance('move_nearer', 'nearer')).toMatchObject({ message: 'poseNearer', cue: 'nearer' });
    expect(decideGuidance('good', 'farther')).toMatchObject({ message: 'poseFarther', cue: 'farther' });
    expect(decideGuidance('too_small', 'nearer')).toMatchObject({ message: 'hintTooSmall', tone: 'adjust' });
    expect(decideGuidance('occluded', 'nearer').message).toBe('hintOccluded');
  });

  test('facing the camera after coming nearer or moving away asks to come back, at the start and after turns it does not', () => {
    const distance = { movement: 'distance', poses: ['front', 'farther', 'front'] } as const;
    const asked = [0, 1, 2, 3].map((step) =>
      decideAskedPose({ ...distance, poses: [...distance.poses] }, step),
    );
    expect(asked).toEqual(['front', 'farther', 'back', undefined]);
    expect(decideAskedPose({ movement: 'turn', poses: ['front', 'left', 'front'] }, 2)).toBe('front');
    expect(decideGuidance('look_straight', 'back').message).toBe('poseBack');
    expect(decideGuidance('move_farther', 'back').message).toBe('poseFarther');
  });

  test('nods and the mouth have words and drawings of their own', () => {
    expect(decideGuidance('look_up', 'up')).toMatchObject({ message: 'poseUp', cue: 'up', tone: 'pose' });
    expect(decideGuidance('look_down', 'down')).toMatchObject({ message: 'poseDown', cue: 'down' });
    expect(decideGuidance('open_mouth', 'mouth')).toMatchObject({ message: 'poseMouth', cue: 'mouth' });
  });

  test('facing the camera after the mouth was opened asks to close it, and other steps to keep it closed', () => {
    for (const movement of ['turn', 'distance'] as const) {
      const poses = ['front', 'mouth', 'front'] as const;
      expect(decideAskedPose({ movement, poses: [...poses] }, 2)).toBe('close');
    }
    for (const hint of ['good', 'close_mouth'] as const)
      expect(decideGuidance(hint, 'close')).toMatchObject({ message: 'poseClose', cue: 'closed' });
    expect(decideGuidance('look_straight', 'close').message).toBe('poseFront');
    expect(decideGuidance('move_farther', 'close').message).toBe('poseFarther');
    for (const pose of ['front', 'left', 'up', 'back'] as const)
      expect(decideGuidance('close_mouth', pose)).toMatchObject({
        message: 'hintCloseMouth',
        tone: 'adjust',
      });
  });

  test('a good frame keeps asking for the pose of the step', () => {
    expect(decideGuidance('good', 'right').message).toBe('poseRight');
    expect(decideGuidance('good', 'front').cue).toBeUndefined();
  });

  test('something in the way comes before the pose, without an arrow', () => {
    expect(decideGuidance('no_face', 'left')).toEqual({
      message: 'hintNoFace',
      cue: undefined,
      tone: 'adjust',
    });
  });

  test('a new step is said at once, another text of the same step only after the old one stood', () => {
    const first = decideShown(undefined, decideGuidance('good', 'front'), 0, 1_000);
    const blurred = decideGuidance('blurred', 'front');
    expect(decideShown(first, blurred, 0, 1_000 + STEADY_MS - 1)).toBe(first);
    expect(decideShown(first, blurred, 0, 1_000 + STEADY_MS).guidance).toBe(blurred);
    expect(decideShown(first, decideGuidance('good', 'left'), 1, 1_001).guidance.message).toBe('poseLeft');
  });

  test('the light around the oval stays on until a frame is too bright, so that it does not flicker', () => {
    expect(decideSelfLight(false, 'too_dark')).toBe(true);
    expect(decideSelfLight(true, 'good')).toBe(true);
    expect(decideSelfLight(true, 'too_bright')).toBe(false);
    expect(decideSelfLight(false, 'good')).toBe(false);
  });

  test('the page says by itself that it is dark only where the server has said nothing for a while', () => {
    const look = { answeredMs: 1_000, blackSinceMs: undefined };
    expect(decideGuideView(look, 'dim', 1_000 + ANSWER_PATIENCE_MS - 1)[1]).toBeUndefined();
    expect(decideGuideView(look, 'dim', 1_000 + ANSWER_PATIENCE_MS)[1]).toBe('dark');
    expect(decideGuideView(look, 'bright', 60_000)[1]).toBeUndefined();
    expect(decideGuideView(look, undefined, 60_000)[1]).toBeUndefined();
  });

  test('a covered lens is told when it stays covered, whatever the server says', () => {
    const look = { answeredMs: 1_000, blackSinceMs: undefined };
    const [covered, first] = decideGuideView(look, 'black', 1_000);
    expect(first).toBeUndefined();
    expect(decideGuideView(covered, 'black', 1_000 + COVERED_AFTER_MS)[1]).toBe('covered');
    const [free] = decideGuideView(covered, 'bright', 1_200);
    expect(decideGuideView(free, 'black', 1_000 + COVERED_AFTER_MS)[1]).toBeUndefined();
  });
});
