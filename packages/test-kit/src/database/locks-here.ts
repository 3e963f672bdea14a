/**
 * The `pg_locks` of this database alone, for FROM. The view shows the whole server, and a table of another clone of
 * the same template has the same object id.
 */
export const LOCKS_HERE =
  '(SELECT * FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS locks_here';
