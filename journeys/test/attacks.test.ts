import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { CameraScene } from '@titular/test-kit/faces/camera-file.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cameraFor, goThrough, type Journey, readTold, startJourney, type Told } from './fixture.ts';

const JOURNEY_MS = 120_000;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '10', TITULAR_MAXIMUM_ATTEMPTS: '1' });
});
afterAll(() => journey.close());

/** Holds the scene to the camera of a new transaction and tells how that ended, on the page and for the merchant. */
async function attackWith(scene: CameraScene, cpf?: string): Promise<Told & { end: string; id: string }> {
  const { id, end } = await goThrough(journey, await cameraFor(journey, scene), cpf);
  return { ...(await readTold(journey, id)), end, id };
}

describe('what is held to the camera of a real browser', () => {
  test.each<[what: string, scene: CameraScene, outcome: string, reason: string | undefined]>([
    ['a still photograph', { kind: 'still', person: 'a' }, 'challenge_missed', 'still_picture'],
    ['two faces', { kind: 'two-people', persons: ['a', 'b'] }, 'several_faces', 'several_faces'],
    ['another person half-way', { kind: 'swap', persons: ['b', 'c'] }, 'person_changed', 'person_changed'],
    ['nobody', { kind: 'no-face' }, 'no_face', undefined],
    ['a tiny face', { kind: 'tiny', person: 'c' }, 'too_small', undefined],
    ['a picture with far too much light', { kind: 'over-exposed', person: 'a' }, 'too_bright', undefined],
  ])(
    '%s is not approved, and leaves what was wrong (R59)',
    async (_what, scene, outcome, reason) => {
      const told = await attackWith(scene);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive', outcomes: [outcome] });
      expect(told.reasons).toContain('attempts_exhausted');
      if (reason) expect(told.reasons).toContain(reason);
    },
    JOURNEY_MS,
  );

  test(
    'a black picture does not even begin an attempt, and the page says so (R59)',
    async () => {
      let problem: string | null = null;
      const camera = await cameraFor(journey, { kind: 'dark' });
      const { id, end } = await goThrough(journey, camera, undefined, async ({ screen }, page) => {
        if (screen !== 'camera-problem') return;
        problem = await page.locator('[data-problem]').getAttribute('data-problem');
      });
      expect([end, problem]).toEqual(['camera-problem', 'black']);
      expect(await readTold(journey, id)).toMatchObject({ status: 'waiting', outcomes: [] });
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
      const told = await attackWith({ kind: 'turns', ...recorded }, cpf);
      expect(told).toMatchObject({ end: 'approved', status: 'approved', outcomes: ['completed'] });
    },
    JOURNEY_MS,
  );

  test(
    'played to a second transaction meets another challenge, and its pictures are known again (R59, R60)',
    async () => {
      const told = await attackWith({ kind: 'turns', ...recorded }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.reasons).toContain('frames_seen_before');
    },
    JOURNEY_MS,
  );

  test(
    'shown on a screen is not approved, and leaves the pattern of the screen (R59, R60)',
    async () => {
      const told = await attackWith({ kind: 'screen', ...recorded }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive' });
      expect(told.reasons).toContain('screen_pattern');
    },
    JOURNEY_MS,
  );
});

describe('a camera that is none', () => {
  test(
    'is noted in a test deployment, and not approved by a company that does not have it noted alone, though a living person is shown (R62)',
    async () => {
      const cpf = newCpf();
      const noted = await attackWith({ kind: 'turns', person: 'b', take: 7 }, cpf);
      expect(noted).toMatchObject({ end: 'approved', status: 'approved' });
      expect(noted.reasons).toContain('virtual_camera');
      const { tenantId, companyId } = journey.tenant;
      const target = { kind: 'company', tenantId, companyId } as const;
      const strict = parseSettings('company', new Map([['noted-signs', '']]));
      await changeSettings(operatorOf(journey.service), target, strict);
      const told = await attackWith({ kind: 'turns', person: 'b', take: 8 }, cpf);
      expect(told).toMatchObject({ end: 'not-approved', status: 'inconclusive', outcomes: ['completed'] });
      expect(told.reasons).toEqual(['virtual_camera']);
    },
    2 * JOURNEY_MS,
  );
});
