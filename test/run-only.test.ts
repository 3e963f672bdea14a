import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@titular/test-kit/service-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAbout, LOADED_BY_BUILDS } from '../scripts/weight/unused-files.ts';
import { listRunImports, packageIn } from './run-imports.ts';
import { makeRunOnlyCheckout } from './run-only-checkout.ts';

/** What a plain `npm ci` is for; every other script of the root is for developers. */
const RUNS = ['build', 'docs', 'prepare', 'start', 'demo', 'example', 'pack', 'verify', 'image'];

const place = mkdtempSync(join(tmpdir(), 'titular-run-only-'));
beforeAll(() => makeRunOnlyCheckout(place));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && scripts[name.slice(3)]));
const forDevelopers = names.filter((name) => !RUNS.includes(name));

function call(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: place, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test.each(forDevelopers)('npm run %s ends with the command that installs what it needs', (name) => {
  const { status, output } = call('npm', 'run', '--silent', name);
  expect(output).toBe(
    'This needs what only developers install. Type "npm ci --include=dev", then the same command again.\n',
  );
  expect(status).toBe(1);
});

test.each([
  ['packages/client', 'prepack'],
  ['packages/web-sdk', 'prepack'],
  ['packages/create-titular', 'prepack'],
  ['journeys', 'golden'],
])('in %s, npm run %s does too', (directory, name) => {
  const { status, output } = call('npm', 'run', '--silent', name, '--prefix', directory);
  expect(output).toContain('Type "npm ci --include=dev"');
  expect(status).toBe(1);
});

test('every package that what runs imports is there with all that it loads', () => {
  const loaded = listRunImports().filter(
    (specifier) => !LOADED_BY_BUILDS.some((row) => isAbout(packageIn(specifier), row)),
  );
  const program = loaded.map((specifier) => `await import('${specifier}');`).join('\n');
  const { status, output } = call(process.execPath, '--input-type=module', '-e', program);
  expect(loaded).toEqual(expect.arrayContaining(['@opentelemetry/sdk-trace', 'pdfkit', 'typebox/value']));
  expect({ status, output }).toEqual({ status: 0, output: '' });
});

test('a made person is approved by the service and the demo, on the database that came with it', async () => {
  const data = join(place, '.titular');
  const service = await startServiceProcess({ PATH: '/usr/bin:/bin', TITULAR_DATA_DIR: data }, place);
  try {
    const demo = call(process.execPath, 'journeys/src/demo.ts', '--camera', 'made', '--data', data);
    expect(demo.output).toContain('✓ webhook transaction.finished: approved, signature verified');
    expect(demo.status).toBe(0);
    expect(service.faults()).toEqual([]);
  } finally {
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  }
});

test('a build that is needed again asks for npm ci, and so does a start', () => {
  const upToDate = call('npm', 'run', '--silent', 'build');
  expect(upToDate).toEqual({ status: 0, output: '' });
  appendFileSync(join(place, 'packages/web-sdk/src/index.ts'), '\n');
  const build = call('npm', 'run', '--silent', 'build');
  expect(build.output).toBe(
    'packages/web-sdk/dist is not built from these sources, and the bundler was removed after the last build: type "npm ci", or "npm ci --include=dev" to build more than once.\n',
  );
  expect(build.status).toBe(1);
  const start = call('npm', 'start', '--silent');
  expect(start.output).toContain('The bundler is not here any more: run "npm ci" first');
  expect(start.status).toBe(1);
});
