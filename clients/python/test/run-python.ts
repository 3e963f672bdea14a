import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { type DrivenClient, inSnakeCase, type Job } from '../../suite/driven-client.ts';

/** The folder that a merchant installs. */
export const PACKAGE: string = fileURLToPath(new URL('..', import.meta.url));

const DRIVER = fileURLToPath(new URL('driver.py', import.meta.url));

const found = spawnSync(
  'python3',
  ['-c', 'import sys; print(sys.executable if sys.version_info >= (3, 9) else "")'],
  { encoding: 'utf8' },
);
const python = found.stdout?.trim() ?? '';

/** Whether the machine has a Python that the client supports; the run says so where it has none. */
export const hasPython: boolean = python !== '';
if (!hasPython) console.log('clients/python: no python3 from 3.9 on here, so its tests are left out');

/** Whether that Python has the optional package that signs with private keys. */
export const hasCryptography: boolean =
  hasPython && spawnSync(python, ['-c', 'import cryptography']).status === 0;

/** What a program printed, and how it ended. */
export type Ended = { code: number | null; stdout: string; stderr: string };

type Started = { interrupt(): void; ended: Promise<Ended> };
type Surroundings = { input?: string; env?: Record<string, string>; cwd?: string };

/** Starts a program of Python with the client beside it; `interrupt` is what Ctrl-C does. */
export function startPython(
  given: readonly string[],
  { input = '', env = {}, cwd }: Surroundings = {},
): Started {
  const child = spawn(python, ['-W', 'error', ...given], {
    env: { PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    giveInput(child, input);
  });
  return { interrupt: () => child.kill('SIGINT'), ended };
}

/** Runs a program of Python to its end. */
export const runPython = (given: readonly string[], surroundings: Surroundings = {}): Promise<Ended> =>
  startPython(given, surroundings).ended;

/** How a call failed, by the attributes of the exception. */
type ToldError = {
  kind: string;
  code: string | null;
  status: number | null;
  docs: string | null;
  request_id: string | null;
  retryable: boolean;
  idempotency_key: string | null;
};

/** What came of one call: a value, an exception of the client, or a mistake of the program. */
export type Told = { value?: unknown; error?: ToldError; text?: string; wrong?: string };

/** Has Python do a job, which `driver.py` describes. */
export async function drive(
  job: object,
  env: Record<string, string> = {},
): Promise<{ results: Told[]; slept: number[]; shown: string; most_lookups: number }> {
  const { code, stdout, stderr } = await runPython([DRIVER], { input: JSON.stringify(job), env });
  if (code !== 0 || stderr !== '') throw new Error(`the driver ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

const driveInCamelCase = inSnakeCase(drive);

/** Has Python do a job that every client does, in the words of all. */
export const driveAsOthers: DrivenClient = ({ isReal, isTogether, caFile, ...job }, env) => {
  const changed = {
    ...job,
    ...(isReal ? { clock: 'real' } : {}),
    ...(isTogether ? { threads: job.calls?.length ?? 1 } : {}),
    ...(caFile === undefined ? {} : { tls: { ca: readFileSync(caFile, 'utf8') } }),
  };
  return driveInCamelCase(changed as Job, env);
};
