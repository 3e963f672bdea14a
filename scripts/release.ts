import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Options } from './release/make-release.ts';
import { parseRepository } from './release/name-repository.ts';

const HELP = `Makes everything of a release but its publishing, and prints the commands that publish it.

  npm run release                        checks, builds and packs the commit of this checkout
  npm run release -- --version 0.2.0     asks for a version; one that the changes do not allow is refused
  npm run release -- --no-dry            writes the version, and the day into the changelogs, for you to commit

A breaking change of the contract is refused. Any other change of it asks at least a minor version, and none a patch.
Everything is built in a copy of the commit below the output, where the packages are in a folder of the version.

  --out <directory>    where everything is written; dist/release by default
  --version <x.y.z>    version of the release; the lowest allowed by default
  --repository <url>   https address of the sources, which provenance on npm asks for; no package names one without it
  --sign-key <file>    Ed25519 key in PEM that signs the provenance
  --dry                changes nothing in the checkout; the default
  --no-dry             changes the checkout, and packs nothing
  --help               this text
`;

const ROOT = resolve(import.meta.dirname, '..');

function readOptions(): Options & { isHelp: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string', default: join(ROOT, 'dist/release') },
        version: { type: 'string' },
        repository: { type: 'string' },
        'sign-key': { type: 'string' },
        dry: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowNegative: true,
    });
    const { version, repository, 'sign-key': signKey } = values;
    return {
      out: resolve(values.out),
      isDry: values.dry,
      isHelp: values.help,
      ...(version === undefined ? {} : { version }),
      ...(repository === undefined ? {} : { repository: parseRepository(repository) }),
      ...(signKey === undefined ? {} : { signKey: resolve(signKey) }),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

const { isHelp, ...options } = readOptions();
if (isHelp) console.log(HELP.trimEnd());
else {
  // Loaded when there is a release to make: it reads the contract of the whole service.
  const { makeRelease } = await import('./release/make-release.ts');
  process.exitCode = await makeRelease(options);
}
