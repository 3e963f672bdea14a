import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { CameraScene } from '@titular/test-kit/faces/camera-file.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cameraFor, goThrough, type Journey, readTold, startJourney, type Told } from './fixture.ts';

const JOURNEY_MS = 120_000;

/** Where movements are asked for each step has time for a whole turn of the recording, on a slow machine too; where none can be shown it is short. */
let [patient, hasty]: Journey[] = [];
beforeAll(async () => {
  const settings = { TITULAR_MAXIMUM_ATTEMPTS: '1', TITULAR_ENGINE_THREADS: '1' };
  patient = await startJourney({ ...settings, TITULAR_CHALLENGE_STEP_SECONDS: '20' });
  hasty = await startJourney({ ...settings, TITULAR_CHALLENGE_STEP_SECONDS: '5' });
});
afterAll(async () => {
  await patient?.close();
  await hasty?.close();
});

type Ended = Told & { end: string; problem: string | null };

/** Holds the scene to the camera of a new transaction and tells how that ended, on the page and for the merchant. */
async function attackWith(journey: Journey | undefined, scene: CameraScene, cpf?: string): Promise<Ended> {
  if (!journey) throw new Error('the service has not started');
  let problem: string | null = null;
  const camera = await cameraFor(journey, scene);
  const { id, end } = await goThrough(journey, camera, cpf, async ({ screen }, page) => {
    if (screen === 'camera-problem')
      problem = await page.locator('[data-problem]').getAttribute('data-problem');
  });
  return { ...(await readTold(journey, id)), end, problem };
}

describe('what is held to the camera of a real browser', () => {
  test.each<[what: string, scene: CameraScene, outcome: string, reason: string]>([
    ['a still photograph', { kind: 'still', person: 'a' }, 'challenge_missed', 'still_picture'],
    ['another person half-way', { kind: 'swap', persons: ['b', 'c'] }, 'person_changed', 'another_person'],
  ])(
    '%s is not approved, and leaves what was wrong (R59)',
    async (_what, scene, outcome, reason) => {
      const told = await attackWith(patient, scene);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive', outcomes: [outcome] });
      expect(told.reasons).toEqual(expect.arrayContaining(['attempts_exhausted', reason]));
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

describe('a good session that somebody recorded', () => {
  const cpf = newCpf();
  const recorded = { person: 'c', take: 5 } as const;

  test(
    'is approved while it is no recording yet',
    async () => {
      const told = await attackWith(patient, { kind: 'turns', ...recorded }, cpf);
      expect(told).toMatchObject({ end: 'approved', status: 'approved', outcomes: ['completed'] });
    },
    JOURNEY_MS,
  );

  test(
    'played to a second transaction meets another challenge, and its pictures are known again (R59, R60)',
    async () => {
      const told = await attackWith(patient, { kind: 'turns', ...recorded }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.reasons).toContain('frames_seen_before');
    },
    JOURNEY_MS,
  );

  test(
    'shown on a screen is not approved, and leaves the pattern of the screen (R59, R60)',
    async () => {
      const told = await attackWith(patient, { kind: 'screen', ...recorded }, cpf);
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
      const noted = await attackWith(patient, { kind: 'turns', person: 'b', take: 7 }, cpf);
      expect(noted).toMatchObject({ end: 'approved', status: 'approved' });
      expect(noted.reasons).toContain('virtual_camera');
      await noteNothing(patient);
      const told = await attackWith(patient, { kind: 'turns', person: 'b', take: 8 }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive', outcomes: ['completed'] });
      // Under load a recording may show a movement by chance as soon as it is asked for, which refuses nobody once.
      expect(told.reasons).toEqual(expect.arrayContaining(['signs_refuse', 'virtual_camera']));
    },
    2 * JOURNEY_MS,
  );
});
