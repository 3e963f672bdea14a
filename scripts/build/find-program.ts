import { DEVELOPMENT_COMMAND, RUN_COMMAND } from '../weight/development.ts';

/** What a start runs: the built service, or the same from its sources. */
export const PROGRAMS = {
  built: 'packages/cli/dist/main.js',
  fromSources: 'packages/cli/src/main.ts',
} as const;

/** What a service can start without: it is served as it was built last. */
const NOT_NEEDED = ['docs-site'];

/** What runs from its sources as well. */
const SERVICE = 'cli';

/** Chooses the program where the bundler was removed, by the packages whose builds are not of their sources; undefined where pages would not be those of the service. Lines tell who starts it. */
export function findProgram(stale: readonly string[]): {
  program: string | undefined;
  lines: readonly string[];
} {
  const needed = stale.filter((name) => !NOT_NEEDED.includes(name));
  const pages = needed.filter((name) => name !== SERVICE);
  if (pages.length > 0)
    return {
      program: undefined,
      lines: [
        ...needed.map((name) => `packages/${name}/dist is not built from these sources.`),
        `The bundler is not here any more: run "${RUN_COMMAND}" first, where the checkout can be written.`,
      ],
    };
  if (needed.length === 0) return { program: PROGRAMS.built, lines: [] };
  const line = `Starting from the sources, which changed after the build and take more memory: "${RUN_COMMAND}" renews the build, "${DEVELOPMENT_COMMAND}" keeps what builds.`;
  return { program: PROGRAMS.fromSources, lines: [line] };
}
