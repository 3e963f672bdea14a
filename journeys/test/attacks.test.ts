import type { FrameAnswer } from '@titular/contract/page';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import type { Camera } from '@titular/test-kit/browser/launch-browser.ts';
import type { FrameFor } from '@titular/test-kit/browser/responsive-camera.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { createDraws } from '@titular/test-kit/draws.ts';
import type { CameraScene } from '@titular/test-kit/faces/camera-file.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cameraFor, goThrough, type Journey, readTold, startJourney, type Told } from './fixture.ts';

const JOURNEY_MS = 120_000;

const draws = createDraws();

/** Where movements are asked for each step has time for a whole turn of the recording, on a slow machine too; where none can be shown it is short. */
let [patient, hasty]: Journey[] = [];
beforeAll(async () => {
  const settings = { TITULAR_MAXIMUM_ATTEMPTS: '1', TITULAR_ENGINE_THREADS: '1' };
  patient = await startJourney(
    { ...settings, TITULAR_CHALLENGE_STEP_SECONDS: '20' },
    { random: draws.random },
  );
  hasty = await startJourney({ ...settings, TITULAR_CHALLENGE_STEP_SECONDS: '5' });
});
afterAll(async () => {
  await patient?.close();
  await hasty?.close();
});

type Ended = Told & { end: string; problem: string | null };

/** Puts the camera before a new transaction and tells how that ended, on the page and for the merchant. */
async function attackBy(
  journey: Journey | undefined,
  camera: Camera,
  cpf?: string,
  onPage?: (page: Page) => void,
): Promise<Ended> {
  if (!journey) throw new Error('the service has not started');
  let problem: string | null = null;
  let isSeen = false;
  const { id, end } = await goThrough(journey, camera, cpf, async ({ screen }, page) => {
    if (!isSeen) onPage?.(page);
    isSeen = true;
    if (screen === 'camera-problem')
      problem = await page.locator('[data-problem]').getAttribute('data-problem');
  });
  return { ...(await readTold(journey, id)), end, problem };
}

/** Holds a scene to it that goes on whatever the page asks. */
async function attackWith(journey: Journey | undefined, scene: CameraScene): Promise<Ended> {
  if (!journey) throw new Error('the service has not started');
  return attackBy(journey, await cameraFor(journey, scene));
}

describe('what is held to the camera of a real browser', () => {
  test(
    'a still photograph is not approved, and leaves what was wrong (R59)',
    async () => {
      const told = await attackWith(patient, { kind: 'still', person: 'a' });
      expect(told).toMatchObject({
        end: 'not-approved',
        status: 'inconclusive',
        outcomes: ['challenge_missed'],
      });
      expect(told.reasons).toEqual(expect.arrayContaining(['attempts_exhausted', 'still_picture']));
    },
    JOURNEY_MS,
  );

  test(
    'another person who takes over is not approved, and leaves what was wrong (R59)',
    async () => {
      const [facing, moving] = [await sitBeforeCamera('b', 21), await sitBeforeCamera('c', 22)];
      const frameFor: FrameFor = (pose, ms) => (pose === 'front' ? facing : moving)(pose, ms);
      const told = await attackBy(patient, { kind: 'person', frameFor });
      expect(told).toMatchObject({
        end: 'not-approved',
        status: 'inconclusive',
        outcomes: ['person_changed'],
      });
      expect(told.reasons).toEqual(expect.arrayContaining(['attempts_exhausted', 'another_person']));
    },
    JOURNEY_MS,
  );

  test.each<[what: string, scene: CameraScene, outcome: RegExp]>([
    ['two faces', { kind: 'two-people', persons: ['a', 'b'] }, /^several_faces$/],
    ['nobody', { kind: 'no-face' }, /^no_face$/],
    ['a tiny face', { kind: 'tiny', person: 'c' }, /^too_small$/],
    // What the browser makes of so much light may be too much for a face to be found.
    ['a picture with far too much light', { kind: 'over-exposed', person: 'a' }, /^(too_bright|no_face)$/],
  ])(
    '%s is not approved, and leaves how the attempt ended (R59)',
    async (_what, scene, outcome) => {
      const told = await attackWith(hasty, scene);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.outcomes).toEqual([expect.stringMatching(outcome)]);
      expect(told.reasons).toContain('attempts_exhausted');
    },
    JOURNEY_MS,
  );

  test(
    'a black picture does not even begin an attempt, and the page says so (R59)',
    async () => {
      const told = await attackWith(hasty, { kind: 'dark' });
      expect(told).toMatchObject({
        end: 'camera-problem',
        problem: 'black',
        status: 'waiting',
        outcomes: [],
      });
    },
    JOURNEY_MS,
  );
});

/** A picture that was shown to the camera, when the pose was asked for so many milliseconds ago. */
type Shot = { ms: number; at: number; jpeg: Buffer };

/** A recording of a session, by the pose that was asked for, and when the frames were taken that passed a step. */
type Recording = { clips: Map<string, Shot[]>; passedAt: number[] };

/** A person whose pictures are kept. */
const recorded =
  (frameFor: FrameFor, { clips }: Recording): FrameFor =>
  async (pose, ms) => {
    const jpeg = await frameFor(pose, ms);
    clips.set(pose, [...(clips.get(pose) ?? []), { ms, at: Date.now(), jpeg }]);
    return jpeg;
  };

/** Notes which of the frames that the page sends pass a step. */
function notePassing(page: Page, { passedAt }: Recording): void {
  let step = 0;
  page.on('response', async (response) => {
    if (!response.url().includes('/frames/')) return;
    const answer = (await response.json()) as FrameAnswer;
    if (answer.step > step) passedAt.push(Number(response.request().headers()['x-captured-at-ms']));
    step = answer.step;
  });
}

/** The picture of a pose that passed its step: prints are kept of such frames alone, whether another one is known again is left to chance. */
function passedIn({ clips, passedAt }: Recording, pose: string): Shot | undefined {
  const clip = clips.get(pose) ?? [];
  return clip.findLast(({ at }, index) => {
    const until = clip[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return passedAt.some((passed) => at <= passed && passed < until);
  });
}

/** A recording that is cut to what the page asks, as one who sits there does; what it does not hold is asked of the person themselves. */
const cutTo =
  (recording: Recording, otherwise: FrameFor): FrameFor =>
  async (pose, ms) => {
    const [begin, passed] = [recording.clips.get(pose)?.[0], passedIn(recording, pose)];
    if (!begin || !passed) return otherwise(pose, ms);
    return (ms < passed.ms ? begin : passed).jpeg;
  };

describe('a good session that somebody recorded', () => {
  const cpf = newCpf();
  const recording: Recording = { clips: new Map(), passedAt: [] };

  test(
    'is approved while it is no recording yet',
    async () => {
      draws.want(['left', 'up', 'mouth']);
      const frameFor = recorded(await sitBeforeCamera('c', 5), recording);
      const told = await attackBy(patient, { kind: 'person', frameFor }, cpf, (page) =>
        notePassing(page, recording),
      );
      expect(told).toMatchObject({ end: 'approved', status: 'approved', outcomes: ['completed'] });
    },
    JOURNEY_MS,
  );

  test(
    'cut to another challenge, and completed by the person themselves, is known again by its pictures (R59, R60)',
    async () => {
      draws.want(['up', 'right', 'mouth', 'left']);
      const frameFor = cutTo(recording, await sitBeforeCamera('c', 6));
      const told = await attackBy(patient, { kind: 'person', frameFor }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.reasons).toContain('frames_seen_before');
    },
    JOURNEY_MS,
  );

  test(
    'shown on a screen is not approved, and leaves the pattern of the screen (R59, R60)',
    async () => {
      const person = await sitBeforeCamera('c', 7);
      const frameFor: FrameFor = async (pose, ms) => filmedFromScreen(await person(pose, ms), { seed: 7 });
      const told = await attackBy(patient, { kind: 'person', frameFor }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.reasons).toContain('screen_pattern');
    },
    JOURNEY_MS,
  );
});

async function noteNothing(journey: Journey | undefined): Promise<void> {
  if (!journey) throw new Error('the service has not started');
  const { tenantId, companyId } = journey.tenant;
  const strict = parseSettings('company', new Map([['noted-signs', '']]));
  await changeSettings(operatorOf(journey.service), { kind: 'company', tenantId, companyId }, strict);
}

describe('a camera that is none', () => {
  test(
    'is noted in a test deployment, and not approved by a company that does not have it noted alone, though a living person is shown (R62)',
    async () => {
      const cpf = newCpf();
      const virtual = async (take: number): Promise<Camera> => ({
        kind: 'person',
        frameFor: await sitBeforeCamera('b', take),
        label: 'OBS Virtual Camera',
      });
      const noted = await attackBy(patient, await virtual(7), cpf);
      expect(noted).toMatchObject({ end: 'approved', status: 'approved' });
      expect(noted.reasons).toContain('virtual_camera');
      await noteNothing(patient);
      const told = await attackBy(patient, await virtual(8), cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive', outcomes: ['completed'] });
      expect(told.reasons).toEqual(expect.arrayContaining(['signs_refuse', 'virtual_camera']));
    },
    2 * JOURNEY_MS,
  );
});
