import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What a stranger sees who installs the package into an empty directory and tries it; printed as the last line. */
export type Trial = {
  version: string;
  help: string;
  withoutDatabase: { status: number | null; stderr: string };
  created: number;
  status: { status: string; code: number };
  exit: number | null;
  written: string[];
};

const [directory = '', tarball = '', database = ''] = process.argv.slice(2);
const program = join(directory, 'node_modules/.bin/titular');
// biome-ignore lint/style/noProcessEnv: a trial stands for the shell of an operator
const env = { ...process.env, PORT: '18787', TITULAR_ENGINE_THREADS: '1' };
const options = { cwd: directory, env, encoding: 'utf8' } as const;

const install = (what: string): string =>
  execFileSync('npm', ['install', '--offline', '--no-audit', '--ignore-scripts', what], options);

/** Path, size and time of every file: a start that writes in what was installed changes them. */
const listState = (): string[] =>
  readdirSync(join(directory, 'node_modules/titular'), { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(directory, 'node_modules/titular', name));
    return `${name} ${size} ${mtimeMs}`;
  });

function tryWithoutDatabase(): Trial['withoutDatabase'] {
  try {
    execFileSync(program, ['serve'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    return { status: 0, stderr: '' };
  } catch (error) {
    const { status, stderr } = error as { status: number | null; stderr: string };
    return { status, stderr };
  }
}

type Demo = { baseUrl: string; tokenUrl: string; companyId: string; clientId: string; clientSecret: string };

async function ask(url: string, init: RequestInit): Promise<{ code: number; body: Record<string, string> }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
  return { code: response.status, body: (await response.json()) as Record<string, string> };
}

const ORDER = {
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: 'order-1',
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
};

async function createAndRead(): Promise<Pick<Trial, 'created' | 'status'>> {
  const demo = JSON.parse(readFileSync(join(directory, '.titular/demo.json'), 'utf8')) as Demo;
  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  const token = await ask(demo.tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const authorization = `Bearer ${token.body['access_token']}`;
  const created = await ask(`${demo.baseUrl}/walletid/transaction`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'order-1' },
    body: JSON.stringify({ ...ORDER, company: demo.companyId }),
  });
  const read = await ask(`${demo.baseUrl}/walletid/transactions/${created.body['id']}`, {
    headers: { authorization },
  });
  return { created: created.code, status: { code: read.code, status: String(read.body['status']) } };
}

async function serveAndAsk(): Promise<Pick<Trial, 'created' | 'status' | 'exit'>> {
  const child = spawn(program, ['serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.includes('Ctrl-C')) break;
  child.stdout.resume();
  try {
    const answers = await createAndRead();
    child.kill('SIGTERM');
    const [exit] = await ended;
    return { ...answers, exit };
  } finally {
    child.kill('SIGKILL');
  }
}

writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
install(tarball);
const version = execFileSync(program, ['--version'], options);
const help = execFileSync(program, ['--help'], options);
const withoutDatabase = tryWithoutDatabase();
install(database);
const before = listState();
const answers = await serveAndAsk();
const written = listState().filter((line) => !before.includes(line));
console.log(JSON.stringify({ version, help, withoutDatabase, ...answers, written } satisfies Trial));
