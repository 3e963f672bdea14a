import type { Published } from './packages.ts';

/** An archive as it lies on the disk, with the package that it is of. */
type Archive = { published: Published; file: string };

type Given = {
  version: string;
  commit: string;
  archives: readonly Archive[];
  /** Whether the tree has the version, and every changelog the day. */
  isPrepared: boolean;
  /** Where the sources lie; npm takes no provenance of a package that does not tell. */
  repository: string | undefined;
};

/** Quotes a word for a shell, where it needs it. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const line = (...words: readonly string[]): string => words.map(quote).join(' ');

/** A path that npm takes for no name of a repository. */
const asPath = (file: string): string => (/^[./]/.test(file) ? file : `./${file}`);

/** The commands that a person runs to publish, under what each group of them is for. */
export function publishingCommands({
  version,
  commit,
  archives,
  isPrepared,
  repository,
}: Given): [title: string, commands: string[]][] {
  const npm = archives.filter(({ published }) => published.form !== 'python');
  const python = archives.filter(({ published }) => published.form === 'python').map(({ file }) => file);
  const tag = `v${version}`;
  const named = repository === undefined ? [] : ['--repository', repository];
  const proven = repository === undefined ? [] : ['--provenance'];
  const prepare = [
    line('npm', 'run', 'release', '--', '--no-dry', '--version', version),
    'npm run generate',
    line('git', 'commit', '--all', '--message', `Release ${version}`),
    line('npm', 'run', 'release', '--', '--version', version, ...named),
  ];
  return [
    ...(isPrepared
      ? []
      : ([['First write the version and the day, and make the packages again', prepare]] as [
          string,
          string[],
        ][])),
    [
      repository === undefined
        ? 'Publish, without provenance on npm: no --repository says where the sources lie'
        : 'Publish, from a builder whose identity the registry takes for provenance',
      [
        ...npm.map(({ file }) => line('npm', 'publish', asPath(file), ...proven, '--access', 'public')),
        ...(python.length > 0 ? [line('python3', '-m', 'twine', 'upload', ...python)] : []),
      ],
    ],
    [
      'Tag what was published',
      [
        line(
          'git',
          'tag',
          '--annotate',
          tag,
          '--message',
          `titular ${version}`,
          ...(isPrepared ? [commit] : []),
        ),
        line('git', 'push', 'origin', tag),
      ],
    ],
    [
      'Freeze its contract, so that the next release is compared with it',
      [
        'npm run generate -- --release',
        line('git', 'commit', '--all', '--message', `Freeze the contract of ${version}`),
      ],
    ],
  ];
}
