import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Of the extracted packages of Debian: libraries, and the names of hosts and services. No program is among them. */
const KEPT = [
  /^(?:usr\/)?lib\/[a-z0-9_]+-linux-gnu\/[^/]+\.so(?:\.[0-9.]+)?$/,
  /^(?:usr\/)?lib64\/ld-linux-[^/]+$/,
  /^(?:usr\/)?lib\/ld-linux-[^/]+$/,
  /^usr\/lib\/os-release$/,
  /^etc\/(?:debian_version|protocols|services)$/,
];

const STATUS = 'var/lib/dpkg/status.d';
const USER = 65_532;
const OWN: Readonly<Record<string, string>> = {
  'etc/passwd': `root:x:0:0:root:/nonexistent:/nonexistent\ntitular:x:${USER}:${USER}:titular:/var/lib/titular:/nonexistent\n`,
  'etc/group': `root:x:0:\ntitular:x:${USER}:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n',
};

const listBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));

/** Debian has merged these directories; what was extracted keeps to the old ones. */
const merged = (path: string): string => path.replace(/^(lib|lib64)\//, 'usr/$1/');

const place = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { verbatimSymlinks: true, preserveTimestamps: true });
};

/** Paths in an archive of Debian that are kept of it. */
const listKept = (archive: string): string[] =>
  execFileSync('dpkg-deb', ['--contents', archive], { encoding: 'utf8' })
    .split('\n')
    .map((line) => / \.\/(\S+)(?: -> .*)?$/.exec(line)?.[1] ?? '')
    .filter((path) => KEPT.some((place) => place.test(path)))
    .map(merged);

/** Writes for scanners which package of Debian each file is from, with the digest of its archive; a package of which nothing is kept is none here. */
function recordPackages(debian: string, root: string): void {
  const archives = join(debian, 'var/cache/apt/archives');
  mkdirSync(join(root, STATUS), { recursive: true });
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    const archive = join(archives, file);
    const kept = listKept(archive);
    if (kept.length === 0) continue;
    const control = execFileSync('dpkg-deb', ['--field', archive], { encoding: 'utf8' });
    const [, name = ''] = /^Package: (.+)$/m.exec(control) ?? [];
    const licence = `usr/share/doc/${name}/copyright`;
    // Packages of one source share a file by a link.
    place(realpathSync(join(debian, licence)), join(root, licence));
    const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(join(root, STATUS, name), `${control.trimEnd()}\nX-Archive-Sha256: ${digest}\n`);
    writeFileSync(join(root, STATUS, `${name}.files`), `${[...kept, licence].join('\n')}\n`);
  }
}

const [debian = '', root = ''] = process.argv.slice(2).map((path) => resolve(path));
for (const path of listBelow(debian).filter((name) => KEPT.some((kept) => kept.test(name))))
  place(join(debian, path), join(root, merged(path)));
for (const name of ['lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
recordPackages(debian, root);
place(process.execPath, join(root, 'usr/bin/node'));
for (const [path, text] of Object.entries(OWN)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
mkdirSync(join(root, 'var/lib/titular'), { recursive: true, mode: 0o700 });
// Where what runs containers mounts things, on a root that it may not write to.
for (const name of ['tmp', 'proc', 'sys', 'dev', 'run']) mkdirSync(join(root, name));
execFileSync('chmod', ['1777', join(root, 'tmp')]);
