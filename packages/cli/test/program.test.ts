import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = `${ROOT}packages/cli/bin/titular.cjs`;
const runtimeOf = (version: number): string =>
  `${ROOT}runtimes/node_modules/node-${version}-linux-${process.arch}/bin/node`;

const { version, bin } = JSON.parse(readFileSync(`${ROOT}packages/cli/package.json`, 'utf8'));

// The older ones are packages for Linux, installed by themselves.
const areInstalled = existsSync(runtimeOf(20));
const HOW = areInstalled ? '' : ' (npm ci --prefix runtimes)';

test.runIf(areInstalled).each([20, 22])(
  `titular run by Node.js %i says in one sentence how it is run (C16)${HOW}`,
  async (major) => {
    expect(bin).toEqual({ titular: './bin/titular.cjs' });
    const ended = await run(runtimeOf(major), [PROGRAM, 'tenants', 'list']).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    const { stderr } = ended as { stderr: string };
    expect(stderr).toMatch(
      /^titular needs Node\.js 24 or newer and this is [0-9.]+: run `cd .+ && npx titular …`.*\.\n$/,
    );
  },
);

test('titular run by the Node.js that comes with it is the program (C16, C20)', async () => {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, '--version']);
  expect([stdout, stderr]).toEqual([`titular ${version}\n`, '']);
});

test.each(['--version', '-v', 'version'])('titular %s tells the version (C20)', async (word) => {
  let output = '';
  const code = await runCommandLine([word], {
    environment: {},
    output: { write: (text) => (output += text) },
    errors: { write: () => expect.unreachable() },
    onInterrupt: () => () => undefined,
    openTrial: () => expect.unreachable(),
  });
  expect([code, output]).toEqual([0, `titular ${version}\n`]);
});
