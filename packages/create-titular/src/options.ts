import { parseArgs } from 'node:util';
import { findKind, KINDS, type Kind } from './kinds.ts';

/** Text of `--help`. */
export const HELP = `Makes a project that works with a titular service.

  npm create titular@latest <directory>                      asks what to make
  npm create titular@latest <directory> -- --kind shop       ${KINDS[0]?.what}
  npm create titular@latest <directory> -- --kind receiver   ${KINDS[1]?.what}

The directory has to be new or empty, but for .git. Nothing is installed; the commands that follow are printed.

  --kind <kind>   ${KINDS.map(({ name }) => name).join(' or ')}
  --help          this text
`;

/** What was asked for on the command line. */
export type Options =
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string }
  | { kind: 'make'; directory: string; project: Kind | undefined };

/** Reads the words after the name of the program. */
export function parseOptions(words: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { kind: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help) return { kind: 'help' };
    const [directory, ...more] = positionals;
    // A variable of the shell that is not set arrives as an empty word.
    if (!directory) return { kind: 'wrong', problem: 'The directory is missing.' };
    if (more.length > 0) return { kind: 'wrong', problem: `"${more[0]}" is not expected here.` };
    const project = values.kind === undefined ? undefined : findKind(values.kind);
    if (values.kind !== undefined && !project)
      return { kind: 'wrong', problem: `"${values.kind}" is no kind of project.` };
    return { kind: 'make', directory, project };
  } catch (error) {
    return { kind: 'wrong', problem: (error as Error).message };
  }
}
