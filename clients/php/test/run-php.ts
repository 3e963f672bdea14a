import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { giveInput } from '@titular/test-kit/services/give-input.ts';

/** The folder that a merchant installs. */
export const PACKAGE: string = fileURLToPath(new URL('..', import.meta.url));

/** Loads the client, in the place of the file that Composer makes. */
export const AUTOLOAD: string = fileURLToPath(new URL('autoload.php', import.meta.url));

const DRIVER = fileURLToPath(new URL('driver.php', import.meta.url));

const found = spawnSync(
  'php',
  [
    '-r',
    'echo PHP_VERSION_ID >= 80100 && !array_diff(["curl", "json", "openssl"], array_map("strtolower", get_loaded_extensions())) ? PHP_BINARY : "";',
  ],
  { encoding: 'utf8' },
);
const php = found.status === 0 ? found.stdout.trim() : '';

/** Whether the machine has a PHP that the client supports; the run says so where it has none. */
export const hasPhp: boolean = php !== '';
if (!hasPhp)
  console.log('clients/php: no php from 8.1 on with curl and openssl here, so its tests are left out');

/** Whether Composer is there, which installs the client. */
export const hasComposer: boolean =
  hasPhp && spawnSync('composer', ['--version', '--no-interaction'], { stdio: 'ignore' }).status === 0;

/** What a program printed, and how it ended. */
export type Ended = { code: number | null; stdout: string; stderr: string };

/** Every notice is printed, and traces have their arguments, as on the machine of a developer. */
const OPTIONS = [
  'error_reporting=-1',
  'display_errors=stderr',
  'log_errors=0',
  'zend.exception_ignore_args=0',
].flatMap((one) => ['-d', one]);

/** Starts PHP; `env` is all of its environment. */
export function startPhp(
  given: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): ReturnType<typeof spawn> {
  return spawn(php, [...OPTIONS, ...given], { env, ...(cwd === undefined ? {} : { cwd }) });
}

/** Runs a program of PHP to its end. */
export function runPhp(
  given: readonly string[],
  { input = '', env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startPhp(given, { env, ...(cwd === undefined ? {} : { cwd }) });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    giveInput(child, input);
  });
}

/** How a call failed, by the class and the properties of the exception. */
type ToldError = {
  type: string;
  kind: string;
  code: string | null;
  status: number | null;
  docs: string | null;
  requestId: string | null;
  retryable: boolean;
  retryAfter: number | null;
  idempotencyKey: string | null;
};

/** What came of one call: a value, an exception of the client, or a mistake of the program. */
export type Told = { value?: unknown; error?: ToldError; text?: string; wrong?: string };

/** Has PHP do a job, which `driver.php` describes. */
export async function drive(
  job: object,
  env: Record<string, string> = {},
): Promise<{ results: Told[]; slept: number[]; shown: string; kept: number }> {
  const { code, stdout, stderr } = await runPhp([DRIVER], { input: JSON.stringify(job), env });
  if (code !== 0 || stderr !== '') throw new Error(`the driver ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}
