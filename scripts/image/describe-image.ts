import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { readSigningKey } from '../bill/envelope.ts';
import { billPackage, npmOrigins, OURS } from '../bill/npm-origins.ts';
import { type Billed, type Origin, sha256Of } from '../bill/origin.ts';
import { writeBills } from '../bill/write-bills.ts';
import { listPackageFiles } from '../pack/package-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STATUS = 'var/lib/dpkg/status.d';
const PROGRAM = 'opt/titular';
/** What filling the root writes by itself. */
const WRITTEN = /^(?:etc\/(?:passwd|group|nsswitch\.conf)|var\/lib\/dpkg\/status\.d\/[^/]+)$/;

const [root = '', start = '', name = '', digest = '', signKey] = process.argv.slice(2);

/** The package of Node.js that the program is run by, as the lockfile has it. */
function nodeOrigin(): Origin {
  const nodePackage = `node-${process.platform}-${process.arch}`;
  const packages = lock.packages as Record<string, { version?: string; integrity?: string }>;
  const { version = '', integrity = '' } = packages[`node_modules/${nodePackage}`] ?? {};
  return npmOrigins(ROOT)(nodePackage, version, integrity);
}

/** Which package of Debian each of its files is from, by the lists that stand in the image. */
function debianOrigins(): Map<string, Origin> {
  const names = readdirSync(join(root, STATUS)).filter((file) => !file.endsWith('.files'));
  return new Map(
    names.flatMap((file) => {
      const control = readFileSync(join(root, STATUS, file), 'utf8');
      const field = (label: string): string => new RegExp(`^${label}: (.+)$`, 'm').exec(control)?.[1] ?? '';
      const [version, architecture] = [field('Version'), field('Architecture')];
      const origin: Origin = {
        purl: `pkg:deb/debian/${encodeURIComponent(file)}@${encodeURIComponent(version)}?arch=${architecture}`,
        name: file,
        version,
        licences: [],
        digest: { sha256: field('X-Archive-Sha256') },
      };
      const paths = readFileSync(join(root, STATUS, `${file}.files`), 'utf8')
        .trim()
        .split('\n');
      return paths.map((path): [string, Origin] => [path, origin]);
    }),
  );
}

/** Files where they are, and not a second time below a link that leads there. */
const listFiles = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .filter((file) => realpathSync(file) === join(realpathSync(root), file.slice(root.length + 1)))
    .map((file) => file.slice(root.length + 1));

const program = new Map(
  billPackage(ROOT, PROGRAM, listPackageFiles(ROOT)).map((file) => [file.path, file.origin]),
);
const debian = debianOrigins();
const node = nodeOrigin();

function originOf(path: string): Origin {
  const origin = path === 'usr/bin/node' ? node : (program.get(path) ?? debian.get(path));
  if (origin) return origin;
  if (!WRITTEN.test(path)) throw new Error(`nobody knows where ${path} is from`);
  return OURS;
}

const files = listFiles().map(
  (path): Billed => ({ path, sha256: sha256Of(readFileSync(join(root, path))), origin: originOf(path) }),
);
const image = { name: `${name}:${manifest.version}`, sha256: digest.replace('sha256:', ''), files };
writeBills(ROOT, start, image, signKey ? readSigningKey(signKey) : undefined);
