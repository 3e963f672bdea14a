import { readFile } from 'node:fs/promises';
import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import type { Calibration } from '@titular/lab/calibration/calibration.ts';
import { chooseThreshold } from '@titular/lab/calibration/choose-threshold.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { asId } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from '../../../cli/test/command-fixture.ts';
import {
  MATED,
  NON_MATED,
  openPictureFixture,
  type PictureFixture,
} from '../../../face-engine/test/picture-fixture.ts';

let fixture: PictureFixture;
beforeAll(async () => {
  fixture = await openPictureFixture();
}, 360_000);
afterAll(() => fixture.drop());

test('the documentation claims no rate for the default threshold: it says that nothing was measured (R64)', async () => {
  const pageOf = (name: string) => readFile(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
  expect(await pageOf('calibration.md')).toContain('was **not measured on a population**');
  expect(await pageOf('decision.md')).toMatch(
    /Error rates of this threshold on your own population: \*\*not measured\*\*/,
  );
  for (const name of ['decision.md', 'configuration.md', 'command-line.md'])
    expect(await pageOf(name)).not.toMatch(/FN?MR[^.|]*\d %/);
});

describe('a choice', () => {
  let office: CommandFixture;
  let company: string;
  beforeAll(async () => {
    office = await openCommandFixture({ TITULAR_ENGINE_THREADS: '2' });
    await office.ask('tenants', 'create', 'Loja Azul');
    company = (await office.ask<{ company: string }>('companies', 'create', 'Loja Azul')).company;
  });
  afterAll(() => office.drop());

  const entries = async () =>
    (
      await office.ask<{ action: string; subject: string; before: object; after: object }[]>('audit', 'list')
    ).filter(({ action }) => /^(match-threshold|company\.settings)/.test(action));

  test('for the deployment stands in the audit log with figures, engine and digest, and names the setting (R64)', async () => {
    const { code, output } = await office.run(
      'biometrics',
      'calibrate',
      fixture.pictures,
      '--fmr',
      '0.1',
      '--choose',
    );
    expect(code).toBe(0);
    expect(output).toContain('set TITULAR_MATCH_THRESHOLD=0.6');
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'match-threshold.choose',
      subject: 'deployment',
      after: {
        threshold: 0.6,
        wishedFmr: 0.1,
        fmr: { errors: 0, comparisons: NON_MATED, exact95: { low: 0 } },
        fnmr: { comparisons: MATED },
        pictures: 12,
        persons: 3,
        engineVersion: ENGINE_VERSION,
        inputsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(JSON.stringify(entry)).not.toMatch(/jpg|png|descriptor/i);
  }, 360_000);

  test('for a company sets match-threshold in the same commit, and tells where it has no effect (R65)', async () => {
    const choose = (threshold: string) =>
      office.run(
        'biometrics',
        'calibrate',
        fixture.pictures,
        '--threshold',
        threshold,
        '--choose',
        '--company',
        company,
      );
    const { code, output } = await choose('0.45');
    expect(code).toBe(0);
    expect(output).toContain(`match-threshold of the company ${company} is now 0.45.`);
    const settings = await office.ask('settings', 'show', '--company', company);
    expect(settings['match-threshold']).toBe(0.45);
    const found = await entries();
    expect(found.slice(0, 2).map(({ action, subject }) => ({ action, subject }))).toEqual([
      { action: 'company.settings', subject: `company/${company}` },
      { action: 'match-threshold.choose', subject: `company/${company}` },
    ]);
    expect(found[0]).toMatchObject({
      before: { 'match-threshold': null },
      after: { 'match-threshold': 0.45 },
    });
    expect((await choose('0.6')).output).toContain('It has no effect: TITULAR_MATCH_THRESHOLD is 0.5');
  }, 360_000);

  test('whose setting cannot be written leaves no entry behind: both are one commit', async () => {
    const before = await entries();
    const { output } = await office.run('biometrics', 'calibrate', fixture.pictures, '--json');
    const operator = { db: office.database.db, clock: systemClock, actor: 'test' };
    const [tenant] = await office.ask<{ tenant: string }[]>('tenants', 'list');
    const nobody = {
      tenantId: asId(tenant?.tenant ?? ''),
      companyId: asId('0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f'),
    };
    const calibration = JSON.parse(output) as Calibration;
    await expect(chooseThreshold(operator, calibration, { threshold: 0.4, company: nobody })).rejects.toThrow(
      'There is no company',
    );
    expect(await entries()).toEqual(before);
  }, 360_000);

  test('that the figures refuse, or for a company that is not there, records nothing', async () => {
    const before = await entries();
    const refused = await office.run(
      'biometrics',
      'calibrate',
      fixture.pictures,
      '--fmr',
      '0.05',
      '--choose',
    );
    expect(refused.code).toBe(4);
    expect(refused.output).not.toContain('audit log');
    const nobody = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';
    const words = ['--threshold', '0.4', '--choose', '--company', nobody];
    const unknown = await office.run('biometrics', 'calibrate', fixture.pictures, ...words);
    expect(unknown).toMatchObject({ code: 3, output: '' });
    expect(await entries()).toEqual(before);
  }, 360_000);
});
