import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Job, Told } from '../../suite/driven-client.ts';

/** The folder that a merchant compiles. */
export const PACKAGE: string = fileURLToPath(new URL('..', import.meta.url));

/** Where the machine has its programs. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };

const found = spawnSync('javac', ['-version'], { encoding: 'utf8', env: ENVIRONMENT });
const [, major = '0'] = /^javac (\d+)/.exec(found.stdout ?? '') ?? [];

/** Whether the machine has a compiler that the client supports; the run says so where it has none. */
export const hasJava: boolean = Number(major) >= 17;
if (!hasJava) console.log('clients/java: no javac from 17 on here, so its tests are left out');

/** What a program printed, and how it ended. */
export type Ended = { code: number | null; stdout: string; stderr: string };

/** A JVM that ends soon does best with little: one collector, and no time for optimisation. */
export const FAST_START: readonly string[] = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

/** Starts Java; `env` is all of its environment besides where programs are. */
export function startJava(given: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn('java', [...FAST_START, ...given], { env: { ...ENVIRONMENT, ...env } });
}

/** Runs a program of the JDK to its end. */
export function runJdk(
  program: string,
  given: readonly string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...ENVIRONMENT, ...env }, ...(cwd === undefined ? {} : { cwd }) };
    const child = spawn(program, [...given], options);
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
  });
}

/** Compiles files into a folder, for Java 17 and without a warning. */
export async function compileJava(files: readonly string[], to: string, classPath: string): Promise<void> {
  const soon = ['-J-XX:+UseSerialGC', '-J-XX:TieredStopAtLevel=1'];
  const given = [...soon, '--release', '17', '-encoding', 'UTF-8', '-Xlint:all', '-Werror'];
  const { code, stderr } = await runJdk('javac', [...given, '-cp', classPath, '-d', to, ...files]);
  if (code !== 0) throw new Error(`javac ended with ${code}: ${stderr}`);
}

/** The files of Java below a folder. */
const javaFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .toSorted()
    .map((name) => join(folder, name));

/** Where classes lie that were compiled: with what goes when the checkout does. */
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/java', import.meta.url));

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes classes that no run has used for a day. */
async function removeUnused(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const folder = join(KEPT, name);
    // Another run may have removed it.
    const usedMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
    if (usedMs !== undefined && Date.now() - usedMs > DAY_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Compiles folders once for all test files and runs: what was compiled lies by its source. */
async function compileOnce(folders: readonly string[]): Promise<string> {
  const files = folders.flatMap(javaFiles);
  const hash = createHash('sha256').update(found.stdout);
  for (const file of files) hash.update(`${file}\n${readFileSync(file, 'utf8')}`);
  const classes = join(KEPT, hash.digest('hex').slice(0, 32));
  await mkdir(KEPT, { recursive: true });
  await removeUnused();
  if (existsSync(classes)) {
    await utimes(classes, new Date(), new Date());
    return classes;
  }
  const made = await mkdtemp(join(KEPT, 'new-'));
  try {
    await compileJava(files, made, made);
    // Another run may have been faster, and its folder is the same.
    await rename(made, classes).catch(() => undefined);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return classes;
}

/** The client as classes; compiled where that was not done before. */
export const compileClient = (): Promise<string> => compileOnce([join(PACKAGE, 'src')]);

/** A job with what this client alone is tried with. */
type JavaJob = Job & {
  events?: object[];
  texts?: string[];
  properties?: Record<string, string>;
  proxyUser?: string;
};

type Answered = { results: Told[]; slept: number[]; shown: string };

/** Has one JVM do the jobs of the tests around the call, one after the other, as `driver/Driver.java` describes them. */
export function openDriver(): (job: JavaJob, env?: Record<string, string>) => Promise<Answered> {
  let driver: ChildProcess;
  let answers: AsyncIterator<string>;
  let complaints = '';
  beforeAll(async () => {
    const classes = await compileOnce([join(PACKAGE, 'src'), join(PACKAGE, 'test/driver')]);
    // Credentials for a proxy are sent by a JVM that is started so alone.
    const flags = ['-Djdk.http.auth.tunneling.disabledSchemes='];
    driver = startJava([...flags, '-cp', classes, 'Driver']);
    driver.stderr?.setEncoding('utf8').on('data', (text) => {
      complaints += text;
    });
    if (!driver.stdout) throw new Error('the driver has no output');
    answers = createInterface({ input: driver.stdout })[Symbol.asyncIterator]();
  }, 240_000);
  afterAll(() => driver?.stdin?.end());
  return async (job, env = {}) => {
    driver.stdin?.write(`${JSON.stringify({ ...job, env })}\n`);
    const { value } = await answers.next();
    const { broken, ...answered } = JSON.parse(value ?? '{"broken":"it ended"}');
    if (broken !== undefined || complaints !== '') throw new Error(`the driver: ${broken} ${complaints}`);
    return answered;
  };
}
