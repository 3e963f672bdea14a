import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The engine of the guide in a process of its own. */
export type ExampleEngine = { url: string; port: number; secret: string; stop(): Promise<void> };

const SECRET = 'example-secret-of-the-guide';

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The code block of the guide that has this name. */
export async function readGuide(language: 'js' | 'json', name: string): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/face-engine.md'), 'utf8');
  const code = new RegExp(`\`\`\`${language} ${name}\\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1];
  if (code === undefined) throw new Error(`the guide has ${name}`);
  return code;
}

/** Starts the guide's engine on loopback and resolves when it listens; `change` alters its code first. */
export async function startExample(
  options: { port?: number; change?: (code: string) => string } = {},
): Promise<ExampleEngine> {
  const { port = 0, change = (code: string) => code } = options;
  const directory = await mkdtemp(join(tmpdir(), 'titular-engine-'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'engine.mjs'), change(await readGuide('js', 'engine.mjs')));
  const child = spawn(process.execPath, [join(directory, 'engine.mjs')], {
    env: { ...COMPILE_CACHE, FACE_ENGINE_SECRET: SECRET, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = String((await lines.next()).value);
  const listening = Number(/^ready (\d+)$/.exec(first)?.[1]);
  if (!listening) throw new Error(`the guide's engine said ${first}`);
  const stop = async (): Promise<void> => {
    await stopChild(child);
    await rm(directory, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${listening}/analyse`, port: listening, secret: SECRET, stop };
}

/** The guide's engine, which announces the version of the one inside. */
export const announcingInside = (change = (code: string): string => code) =>
  startExample({
    change: (code) => {
      const announced = code.replaceAll("'example/1'", `'${ENGINE_VERSION}'`);
      if (announced === code) throw new Error('the guide names its version');
      return change(announced);
    },
  });
