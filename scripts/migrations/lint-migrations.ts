import type { Migration } from '@titular/server/kernel/database/migrate/migration.ts';
import { splitStatements } from '@titular/server/kernel/database/migrate/split-statements.ts';
import { type Linted, rules } from './rules.ts';
import { readStatement } from './statement.ts';

/** A statement, or a declaration, that breaks a rule, and what to do instead. */
export type Finding = { migration: string; rule: string; found: string; instead: string };

/** Applies every rule to migrations in their order; `released` is the newest schema of the last release, 0 before the first. */
export function lintMigrations(migrations: readonly Migration[], released: number): Finding[] {
  const linted: Linted[] = [];
  for (const migration of migrations) {
    const statements = splitStatements(migration.sql).map(readStatement);
    linted.push({ migration, statements, earlier: linted.slice(), released });
  }
  return linted.flatMap((one) =>
    rules.flatMap(({ name, find, instead }) =>
      find(one).map((found) => ({ migration: one.migration.name, rule: name, found, instead })),
    ),
  );
}
