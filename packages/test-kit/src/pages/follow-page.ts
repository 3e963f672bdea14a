import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { COMPILE_CACHE } from '../compile-cache.ts';
import { inTerminal, makeReaderFolder } from './reader-folder.ts';
import { type Snippet, snippetsOf } from './snippets.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** What a piece of shell code did. */
export type Ran = { code: number | null; output: string; errors: string };

/** A page of the documentation that somebody follows in a folder of their own. */
export type FollowedPage = {
  /** The whole page, its lines joined, so that sentences can be looked for. */
  text: string;
  /** Names of the pieces of code that were not used so far. */
  left(): string[];
  /** Runs shell code as it stands on the page. */
  run(name: string, more?: Readonly<Record<string, string>>): Promise<Ran>;
  /** The same for code that has to succeed; answers its output. */
  shell(name: string, more?: Readonly<Record<string, string>>): Promise<string>;
  /** Reads a statement, with the values for its psql variables. */
  statement(name: string, values?: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
};

/** The account that follows a page, where it is not that of the test. */
type Account = { uid: number; gid: number };

/** Begins to follow a page of `docs/`; `environment` is what the reader has set. */
export async function followPage(
  file: string,
  environment: Readonly<Record<string, string>>,
  account?: Account,
): Promise<FollowedPage> {
  const page = basename(file, '.md');
  const text = await readFile(join(ROOT, 'docs', file), 'utf8');
  const left = new Map(snippetsOf(page, text).map((snippet) => [snippet.name, snippet]));
  const known = new Map(left);
  const directory = await makeReaderFolder();
  await chmod(directory, 0o711);
  if (account) await chown(directory, account.uid, account.gid);
  const take = (name: string, language: string): Snippet => {
    const snippet = known.get(name);
    if (snippet?.language !== language) throw new Error(`${file} has ${language} code ${name}`);
    left.delete(name);
    return snippet;
  };
  const PATH = `${join(directory, 'bin')}:${environment['PATH'] ?? '/usr/bin:/bin'}`;
  const run = async (name: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> => {
    const child = spawn('bash', inTerminal(directory, page, take(name, 'sh').code, more), {
      cwd: directory,
      env: { ...COMPILE_CACHE, HOME: directory, ...environment, ...more, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    const ran: Ran = { code: null, output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (ran.output += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (ran.errors += part));
    const [code] = await once(child, 'close');
    return { ...ran, code };
  };
  return {
    text: text.replaceAll(/\s+/g, ' '),
    left: () => [...left.keys()],
    run,
    async shell(name, more) {
      const { code, output, errors } = await run(name, more);
      if (code !== 0) throw new Error(`${file} ${name}: ${code}\n${errors}`);
      return output;
    },
    statement: (name, values = {}) =>
      take(name, 'sql')
        .code.replaceAll(/:'([a-z]+)'/g, (whole, key: string) => (key in values ? `'${values[key]}'` : whole))
        .replaceAll(/(?<!:):([a-z]+)\b/g, (whole, key: string) => values[key] ?? whole),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}
