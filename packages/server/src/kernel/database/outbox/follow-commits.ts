import type pg from 'pg';

/** Who hears of commits that inserted into a table. */
type Follower = { isInsert: (text: string) => boolean; hear: () => void };

const followers = new WeakMap<pg.Pool, Set<Follower>>();

const followersOf = (pool: pg.Pool): Set<Follower> => {
  const known = followers.get(pool) ?? new Set();
  followers.set(pool, known);
  return known;
};

/** Calls `hear` after each commit on this pool with a statement that inserts into the table; returns what ends that. */
export function followCommits(pool: pg.Pool, table: string, hear: () => void): () => void {
  const insert = new RegExp(`\\binsert into "?${table}"?[\\s(]`, 'i');
  // Nearly no statement names the table, and a search for its name costs least of all.
  const follower = { isInsert: (text: string) => text.includes(table) && insert.test(text), hear };
  const known = followersOf(pool);
  known.add(follower);
  return () => known.delete(follower);
}

const BEGIN = /^(begin|start transaction)\b/i;
const END = /^(commit|rollback)\b/i;

/** Watches the statements of one connection: `sent` before each, `ended` after its answer. */
export type CommitTracker = { sent(text: string): void; ended(text: string, isDone: boolean): void };

/** Starts outside of a transaction. */
export function trackCommits(pool: pg.Pool): CommitTracker {
  const known = followersOf(pool);
  const due = new Set<Follower>();
  let isOpen = false;
  return {
    sent(text) {
      for (const follower of known) if (follower.isInsert(text)) due.add(follower);
    },
    ended(text, isDone) {
      if (isDone && BEGIN.test(text)) isOpen = true;
      if (END.test(text)) isOpen = false;
      if (isOpen) return;
      const heard = isDone && !/^rollback/i.test(text) ? [...due] : [];
      due.clear();
      for (const { hear } of heard) hear();
    },
  };
}
