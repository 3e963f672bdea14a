import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_CHANGELOG, setContractVersion, setDay } from './changelog.ts';
import { PUBLISHED } from './packages.ts';

type Move = { from: string; to: string; day: string };
type Rule = { files: RegExp; set: (text: string, move: Move) => string };
type Locked = { version?: string } & Record<string, unknown>;

const escaped = (version: string): string => version.replaceAll('.', '\\.');

const setManifest = (text: string, { from, to }: Move): string =>
  text.replace(
    new RegExp(`^( +"(?:version|@titular/[a-z-]+)": ")${escaped(from)}"`, 'gm'),
    (_whole, start: string) => `${start}${to}"`,
  );

/** Sets the version of workspaces and of what they name of one another; of installed packages nothing. */
function setLock(text: string, { from, to }: Move): string {
  const lock = JSON.parse(text) as Locked & { packages: Record<string, Locked> };
  const setOne = (entry: Locked): void => {
    if (entry.version === from) entry.version = to;
    for (const value of Object.values(entry))
      if (typeof value === 'object' && value !== null)
        for (const [name, version] of Object.entries(value))
          if (name.startsWith('@titular/') && version === from) Object.assign(value, { [name]: to });
  };
  if (lock.version === from) lock.version = to;
  for (const [path, entry] of Object.entries(lock.packages))
    if (!path.includes('node_modules/')) setOne(entry);
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Where the version stands, by file. What is generated follows by `npm run generate`. */
const RULES: readonly Rule[] = [
  { files: /(^|\/)package\.json$/, set: setManifest },
  { files: /(^|\/)package-lock\.json$/, set: setLock },
  {
    files: /^clients\/python\/(pyproject\.toml|titular\/__init__\.py)$/,
    set: (text, { from, to }) =>
      text.replace(new RegExp(`^((?:__version__|version) = ")${escaped(from)}"`, 'm'), `$1${to}"`),
  },
  {
    files: /^clients\/php\/composer\.json$/,
    set: (text, { from, to }) =>
      text.replace(new RegExp(`^( *"version": ")${escaped(from)}"`, 'm'), `$1${to}"`),
  },
  {
    files: /^clients\/php\/src\/Titular\.php$/,
    set: (text, { from, to }) =>
      text.replace(new RegExp(`^( *public const VERSION = ')${escaped(from)}'`, 'm'), `$1${to}'`),
  },
  {
    files: /^clients\/go\/client\.go$/,
    set: (text, { from, to }) =>
      text.replace(new RegExp(`^(const Version = ")${escaped(from)}"`, 'm'), `$1${to}"`),
  },
  {
    files: /^clients\/java\/src\/titular\/Titular\.java$/,
    set: (text, { from, to }) => text.replace(new RegExp(`( VERSION = ")${escaped(from)}"`, 'm'), `$1${to}"`),
  },
  {
    files: /^clients\/java\/(?:pom\.xml|README\.md)$/,
    set: (text, { from, to }) =>
      text.replace(
        new RegExp(
          `(<artifactId>titular-client</artifactId>\\s*<version>|titular-client:)${escaped(from)}\\b`,
          'g',
        ),
        (_whole, before: string) => `${before}${to}`,
      ),
  },
  {
    files: /^docs\/operations\/install\.md$/,
    set: (text, { from, to }) => text.replace(new RegExp(`(titular[-:])${escaped(from)}\\b`, 'g'), `$1${to}`),
  },
  {
    files: new RegExp(`^(?:${PUBLISHED.map(({ changelog }) => changelog.replace('.', '\\.')).join('|')})$`),
    set: (text, { to, day }) => setDay(text, to, day),
  },
  {
    files: new RegExp(`^${CONTRACT_CHANGELOG.replace('.', '\\.')}$`),
    set: (text, { to, day }) => setContractVersion(text, to, day),
  },
];

/** Gives a file the version that a release has, and a changelog the day; other files stay as they are. */
export const setInText = (file: string, text: string, move: Move): string =>
  RULES.filter(({ files }) => files.test(file)).reduce((before, { set }) => set(before, move), text);

/** Writes version and day into a checkout and names the files that changed. */
export function setVersion(root: string, move: Move): string[] {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  return tracked.filter((file) => {
    if (!RULES.some(({ files }) => files.test(file))) return false;
    const before = readFileSync(join(root, file), 'utf8');
    const after = setInText(file, before, move);
    if (after !== before) writeFileSync(join(root, file), after);
    return after !== before;
  });
}
