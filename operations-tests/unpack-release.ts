import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** The last commit of schema 74: what runs where this program comes next, as long as no release has a tag. */
const BEFORE_TAGS = '21f7d4581319734318975bd2c090181ce7bc588c';

/** What of a checkout the service needs, and the builds of its pages. */
const PARTS = ['packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];

function run(program: string, words: readonly string[], input?: Buffer): Buffer | undefined {
  const { status, stdout } = spawnSync(program, words, {
    cwd: ROOT,
    ...(input ? { input } : {}),
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

/** Commit or tag of the release before this one; undefined where the history of the checkout does not reach it. */
export function findReleaseBefore(): string | undefined {
  const tag = run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'])?.toString().trim();
  const release = tag ?? BEFORE_TAGS;
  return run('git', ['cat-file', '-e', `${release}^{commit}`]) ? release : undefined;
}

/** Links the libraries that are installed here, and the packages of the release to each other. */
async function linkModules(checkout: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(checkout, 'node_modules')];
  await mkdir(join(to, '@titular'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@titular' && !name.startsWith('.')) await symlink(join(from, name), join(to, name));
  for (const folder of await readdir(join(checkout, 'packages'))) {
    const manifest = await readFile(join(checkout, 'packages', folder, 'package.json'), 'utf8');
    const { name } = JSON.parse(manifest) as { name: string };
    await symlink(join(checkout, 'packages', folder), join(to, name));
  }
}

/** A release, ready to be started. */
export type Checkout = { directory: string; remove(): Promise<void> };

/** Unpacks a release from the history into a temporary directory and builds its pages; no network is asked. */
export async function unpackRelease(release: string): Promise<Checkout> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-release-'));
  await chmod(directory, 0o711);
  const packed = run('git', ['archive', release, ...PARTS]);
  if (!packed || !run('tar', ['-x', '-C', directory], packed)) throw new Error(`${release} is not unpacked`);
  await linkModules(directory);
  const build = ['scripts/build-packages.ts', 'capture-page', 'web-sdk'];
  const { status, stderr } = spawnSync(process.execPath, build, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the pages of ${release} are not built: ${stderr}`);
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
