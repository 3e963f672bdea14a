import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runScenario, type ScenarioReport } from '@titular/lab/scenario-runner/run-scenario.ts';
import type { ScenarioRow } from '@titular/server/sandbox/catalogue/scenario.ts';
import { findScenario, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTrialFixture, type TrialFixture } from './trial-fixture.ts';

const RUN_MS = 120_000;
const MAIN = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

let fixture: TrialFixture;
beforeAll(async () => {
  fixture = await openTrialFixture();
}, RUN_MS);
afterAll(() => fixture.close());

const command = (...words: string[]) => fixture.command(...words);

const rowOf = (name: string): ScenarioRow => {
  const row = findScenario(name);
  if (!row) throw new Error(`there is no scenario ${name}`);
  return row;
};

const whatOf = ({ sightings }: ScenarioReport): string[] => sightings.map(({ what }) => what);

const run = (row: ScenarioRow): Promise<ScenarioReport> =>
  runScenario({ trial: fixture.trial, stopping: new AbortController().signal, say: () => undefined }, row);

describe('titular sandbox run', () => {
  test.each(['approved-after-90-seconds', 'webhook-twice', 'three-times-too-dark', 'expired'])(
    '%s: ends with 0 when it led where the catalogue says',
    async (name) => {
      const { code, output } = await command('run', name, '--json');
      const report = JSON.parse(output) as ScenarioReport;
      expect(report.isRight, output).toBe(true);
      expect(report.leadsTo).toEqual(rowOf(name).leadsTo);
      expect(code).toBe(0);
    },
    RUN_MS,
  );

  test(
    'drives every refusal, each at an operation that has it',
    async () => {
      const wrong: string[] = [];
      for (const row of scenarios.filter(({ kind }) => kind === 'errors')) {
        const report = await run(row);
        if (!report.isRight) wrong.push(`${row.name}: ${whatOf(report).join(' | ')}`);
      }
      expect(wrong).toEqual([]);
    },
    RUN_MS,
  );

  test('tells of a refusal that passes, and of the answer that follows it', async () => {
    expect(whatOf(await run(rowOf('error-42901-then-served')))).toEqual([
      'createTransaction: 429 42901 Too many requests: the rate limit of the tenant is used up. Retry-After 1',
      'createTransaction again: 200',
    ]);
  });

  test(
    'tells what the merchant sees, from the create to the verified webhook',
    async () => {
      const { code, output } = await command('run', 'approved-after-30-seconds');
      expect(code).toBe(0);
      expect(output).toMatch(/^0 +create: 200 waiting, id [0-9a-f-]{36}$/m);
      expect(output).toMatch(/^30 +approve: status approved$/m);
      expect(output).toMatch(/^30 +webhook transaction.finished approved, sequence 3: verified$/m);
      expect(output).toMatch(/^30 +read: approved, hasIdentityChanged false$/m);
      expect(output).toContain('It leads to approved, and did.');
    },
    RUN_MS,
  );

  test(
    'tells of a webhook that was refused, and of the one that came after it',
    async () => {
      const report = await run(rowOf('webhook-old-secret'));
      expect(report.isRight).toBe(true);
      const webhooks = whatOf(report).filter((what) => what.includes('transaction.finished'));
      expect(webhooks.map((what) => /refused|verified/.exec(what)?.[0])).toEqual(['refused', 'verified']);
      expect(webhooks[0]).toContain('it is signed by the secret before the present one alone');
      const [strange] = whatOf(await run(rowOf('webhook-bad-signature'))).filter((what) =>
        what.includes('refused'),
      );
      expect(strange).toContain('no signature of now is by the secret of the endpoint');
    },
    RUN_MS,
  );

  test(
    'says so when a scenario leads elsewhere',
    async () => {
      const wrong: ScenarioRow = { ...rowOf('canceled'), leadsTo: { kind: 'status', status: 'expired' } };
      const report = await run(wrong);
      expect(report.isRight).toBe(false);
      expect(whatOf(report).at(-1)).toBe('read: canceled');
      const refused: ScenarioRow = {
        ...rowOf('error-40027'),
        leadsTo: { kind: 'refused', code: '40045', isServedNext: false },
      };
      expect((await run(refused)).isRight).toBe(false);
    },
    RUN_MS,
  );

  test.each([
    ['a deployment of production', 'https://pay.example'],
    ['settings with which no service would start', 'http://pay.example'],
  ])(
    'beside %s: goes its way, and neither connects to nor opens anything that is configured',
    async (_name, publicUrl) => {
      const away = join(fixture.root, 'away');
      const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
      let connections = 0;
      const trap = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void trap.close());
      const at = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
      const env = {
        PATH: '/usr/bin:/bin',
        ...COMPILE_CACHE,
        TITULAR_ENV: 'production',
        TITULAR_ERASURE_LEDGER: 'off',
        TITULAR_PUBLIC_URL: publicUrl,
        DATABASE_URL: `postgresql://nobody@${at}/none`,
        TITULAR_DATA_DIR: join(away, 'data'),
        TITULAR_MASTER_KEY_FILE: join(away, 'master.key'),
        TITULAR_FACE_ENGINE_URL: `http://${at}`,
        TITULAR_IDENTITY_PLATFORM_URL: `https://${at}`,
        TITULAR_IDENTITY_PLATFORM_TOKEN_URL: `https://${at}/token`,
        TITULAR_IDENTITY_PLATFORM_CLIENT_ID: 'titular',
        TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: 'a secret of production',
        TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: secret,
      };
      const words = [MAIN, 'sandbox', 'run', 'approved', '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, words, { env });
      expect(JSON.parse(stdout)).toMatchObject({ scenario: 'approved', isRight: true });
      expect(connections).toBe(0);
      await expect(readdir(away)).rejects.toThrow('ENOENT');
    },
    RUN_MS,
  );

  test('names no scenario: ends with 3 before anything is started', async () => {
    const { code, errors } = await command('run', 'nothing');
    expect(code).toBe(3);
    expect(errors).toContain('titular sandbox list');
  });

  test(
    'leaves nothing behind when it is interrupted',
    async () => {
      const temporary = join(fixture.root, 'temporary');
      await mkdir(temporary, { mode: 0o755 });
      const child = spawn(process.execPath, [MAIN, 'sandbox', 'run', 'webhook-late'], {
        env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...fixture.environment, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGINT'));
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      const ended = once(child, 'close');
      await eventually(() => expect(errors).toContain('webhooks'));
      child.kill('SIGINT');
      expect((await ended)[0]).toBe(130);
      expect((await readdir(temporary)).filter((name) => name.startsWith('titular-'))).toEqual([]);
    },
    RUN_MS,
  );
});

test('titular sandbox list: tells every scenario', async () => {
  const { code, output } = await command('list', '--json');
  expect(code).toBe(0);
  const listed = JSON.parse(output) as { scenario: string }[];
  expect(listed.map(({ scenario }) => scenario)).toEqual(scenarios.map(({ name }) => name));
});
