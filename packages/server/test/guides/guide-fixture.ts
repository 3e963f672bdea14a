import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Demo, seedDemo } from '@titular/server/start/seed-demo.ts';
import { findFreePort, startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { inTerminal, makeReaderFolder } from '@titular/test-kit/pages/reader-folder.ts';
import { namedSnippetsOf, type Snippet, snippetsOf } from '@titular/test-kit/pages/snippets.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { codeOf, Phone, perform } from '../captures/phone.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const GUIDES = join(ROOT, 'docs/guides');
const run = promisify(execFile);

/** A program that was started, line by line, and how it is ended. */
type Started = { line(): Promise<string | undefined>; stop(): Promise<void> };

/** A folder in which somebody follows the guides: the service runs, and `.titular` is there. */
export type GuideFixture = {
  service: TestService;
  demo: Demo;
  directory: string;
  snippets: readonly Snippet[];
  /** What was run so far, by id. */
  ran: Set<string>;
  /** Runs shell code as it stands on the page, in the terminal of that page; `more` is what the reader puts in. */
  shell(page: string, name: string, more?: Record<string, string>): Promise<string>;
  /** The same for code that goes on until Ctrl-C. */
  startShell(page: string, name: string, more?: Record<string, string>): Started;
  /** Runs a program of a page. */
  startProgram(page: string, name: string, more?: Record<string, string>): Started;
  /** Opens a link and takes the selfie. */
  takeSelfie(link: string, person: PersonName): Promise<void>;
  /** Makes everybody a stranger again, whom the pages before have enrolled. */
  forgetFaces(): Promise<void>;
  close(): Promise<void>;
};

/** What the front page tells of the API; the rest of it installs and starts things. */
async function readFrontPage(): Promise<string> {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, use] = /^## Use it\n([\s\S]*?)^## /m.exec(text) ?? [];
  if (use === undefined) throw new Error('README.md has a part "Use it"');
  return use;
}

async function readSnippets(): Promise<Snippet[]> {
  const pages = (await readdir(GUIDES)).filter((name) => name.endsWith('.md'));
  const read = pages.map(async (file) =>
    snippetsOf(basename(file, '.md'), await readFile(join(GUIDES, file), 'utf8')),
  );
  return [...(await Promise.all(read)).flat(), ...snippetsOf('README', await readFrontPage())];
}

async function prepareFolder(snippets: readonly Snippet[]): Promise<string> {
  const directory = await makeReaderFolder();
  for (const { language, name, code } of snippets)
    if (language === 'js' || language === 'ts') await writeFile(join(directory, name), code);
  return directory;
}

function follow(child: ChildProcess, signal: NodeJS.Signals): Started {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const ended = once(child, 'close');
  const lines = child.stdout && createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => {
      const { value, done } = (await lines?.next()) ?? { value: undefined, done: true };
      if (done && errors) throw new Error(errors);
      return value;
    },
    stop: async () => {
      if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
      await ended;
    },
  };
}

/** What the pages of subjects tell to type, and the part of the front page that sets a tenant up; what has no name is left out. */
async function readSubjects(pages: readonly string[]): Promise<Snippet[]> {
  if (pages.length === 0) return [];
  const read = pages.map(async (page) =>
    namedSnippetsOf(page, await readFile(join(ROOT, 'docs', `${page}.md`), 'utf8')),
  );
  const frontPage = await readFile(join(ROOT, 'README.md'), 'utf8');
  const setUp = namedSnippetsOf('README', frontPage).filter(({ name }) => name === 'set-up');
  return [...(await Promise.all(read)).flat(), ...setUp];
}

/** Starts the service with the demo, and lays out the folder; `subjects` are pages beside the guides. */
export async function openGuides(subjects: readonly string[] = []): Promise<GuideFixture> {
  const snippets = [...(await readSnippets()), ...(await readSubjects(subjects))];
  const service = await startTestService({ clock: createRunningClock() });
  const { config } = service;
  // The demo's merchant listens one port above the service's: here at one that is free now.
  const beside = { ...config, port: (await findFreePort()) - 1 };
  const demo = await seedDemo(beside, service.service.database, service.service.masterKeys);
  const directory = await prepareFolder(snippets);
  const ran = new Set<string>();
  const started: Started[] = [];
  const environment = {
    PATH: `${join(directory, 'bin')}:/usr/bin:/bin`,
    ...COMPILE_CACHE,
    DATABASE_URL: config.databaseUrl ?? '',
    TITULAR_DATA_DIR: config.dataDirectory,
  };

  function take(page: string, name: string): Snippet {
    const snippet = snippets.find(({ id }) => id === `${page}/${name}`);
    if (!snippet) throw new Error(`${page} has ${name}`);
    ran.add(snippet.id);
    return snippet;
  }

  const start = (file: string, args: string[], more: Record<string, string> = {}): Started => {
    const child = spawn(file, args, {
      cwd: directory,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const one = follow(child, 'SIGINT');
    started.push(one);
    return one;
  };

  return {
    service,
    demo,
    directory,
    snippets,
    ran,
    async shell(page, name, more = {}) {
      const { code } = take(page, name);
      const env = { ...environment, ...more };
      const { stdout } = await run('bash', inTerminal(directory, page, code, more), { cwd: directory, env });
      return stdout;
    },
    startShell: (page, name, more = {}) =>
      start('bash', inTerminal(directory, page, take(page, name).code, more), more),
    startProgram: (page, name, more = {}) => start(process.execPath, [take(page, name).name], more),
    async takeSelfie(link, person) {
      const phone = new Phone(service);
      await phone.open({ code: codeOf(link) });
      await phone.consent();
      const { body } = await phone.start();
      await perform(phone, body as never, person);
    },
    async forgetFaces() {
      await service.service.database.db.deleteFrom('face_templates').execute();
    },
    async close() {
      for (const one of started) await one.stop();
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
