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

const JOURNEY_MS = 540_000;

const draws = createDraws();

/** Where movements are asked for each step has time for a whole turn of the recording, on a slow machine too; where none can be shown it is short. */
let [patient, hasty]: Journey[] = [];
beforeAll(async () => {
  const settings = { TITULAR_MAXIMUM_ATTEMPTS: '1' };
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
  onPage?: (page: Page) => Promise<void>,
): Promise<Ended> {
  if (!journey) throw new Error('the service has not started');
  let problem: string | null = null;
  let isSeen = false;
  const { id, end } = await goThrough(journey, camera, cpf, async ({ screen }, page) => {
    if (!isSeen) await onPage?.(page);
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

/** A stolen session: what the camera showed first of each pose, and the frame that passed its step as the page sent it. */
type Recording = { begins: Map<string, Buffer>; passed: Map<string, Buffer> };

/** A person of whom the first picture of each pose is kept. */
const recorded =
  (frameFor: FrameFor, { begins }: Recording): FrameFor =>
  async (pose, ms) => {
    const jpeg = await frameFor(pose, ms);
    if (!begins.has(pose)) begins.set(pose, jpeg);
    return jpeg;
  };

/** Reads along in the page, as a hostile extension does: prints are kept of the frames that pass a step, and of no others. */
async function readAlong(page: Page, { passed }: Recording): Promise<void> {
  await page.exposeFunction('tellPassed', (pose: string, jpeg: string) => {
    passed.set(pose, Buffer.from(jpeg, 'base64'));
  });
  await page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send;
    const { tellPassed } = window as unknown as { tellPassed(pose: string, jpeg: string): void };
    let step = 0;
    XMLHttpRequest.prototype.send = function (frame) {
      const pose = document.querySelector('[data-pose]')?.getAttribute('data-pose') ?? '';
      this.addEventListener('load', async () => {
        if (!(frame instanceof Blob) || !this.responseURL.includes('/frames/')) return;
        const answer = JSON.parse(this.responseText) as { step?: number };
        const isPassed = answer.step !== undefined && answer.step > step;
        step = answer.step ?? step;
        if (!isPassed) return;
        const bytes = new Uint8Array(await frame.arrayBuffer());
        tellPassed(pose, btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')));
      });
      send.call(this, frame);
    };
  });
}

/** So long a person takes to begin to move. */
const REACTION_MS = 700;

/** A recording that is cut to what the page asks, as one who sits there does; what it does not hold is asked of the person themselves. */
const cutTo =
  ({ begins, passed }: Recording, otherwise: FrameFor): FrameFor =>
  async (pose, ms) => {
    const [begin, shown] = [begins.get(pose), passed.get(pose)];
    if (!begin || !shown) return otherwise(pose, ms);
    return ms < REACTION_MS ? begin : shown;
  };

describe('a good session that somebody recorded', () => {
  const cpf = newCpf();
  const recording: Recording = { begins: new Map(), passed: new Map() };

  test(
    'is approved while it is no recording yet',
    async () => {
      draws.want(['left', 'up', 'mouth']);
      const frameFor = recorded(await sitBeforeCamera('c', 5), recording);
      const told = await attackBy(patient, { kind: 'person', frameFor }, cpf, (page) =>
        readAlong(page, recording),
      );
      expect(told).toMatchObject({ end: 'approved', status: 'approved', outcomes: ['completed'] });
      expect([...recording.passed.keys()].sort()).toEqual(['front', 'left', 'mouth', 'up']);
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
