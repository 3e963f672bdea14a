import { type KnownStatements, knowStatements, type Run, type Statement } from './memory-database.ts';

/** A rule made wrong, and what is found of it. */
export type Mutation = { what: string; found: RegExp; of: string; wrong: (right: Run) => Run };

/** Statements with one of them made wrong. */
export async function mutate(
  statements: Readonly<Record<string, Statement>>,
  { of, wrong }: Pick<Mutation, 'of' | 'wrong'>,
): Promise<KnownStatements> {
  const right = statements[of];
  if (!right || right.run === 'setting') throw new Error(`${of} is no statement that does something`);
  return knowStatements({ ...statements, [of]: { ...right, run: wrong(right.run) } });
}
