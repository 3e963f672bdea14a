import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { insertUsedAssertions } from './assertion-store.ts';

/** The one use of an assertion, still to be taken. */
export type AssertionUse = { tenantId: TenantId; hash: Buffer; expiresAt: Date };

/** Takes an assertion for its one use; false when it was taken before, here or by another process. */
export type ConsumeAssertion = (use: AssertionUse) => Promise<boolean>;

type Waiting = { resolve: (taken: boolean) => void; reject: (error: unknown) => void };
type Group = { use: AssertionUse; waiting: Waiting[] };

const nameOf = ({ tenantId, hash }: AssertionUse): string => `${tenantId}/${hash.toString('hex')}`;

async function settle(db: Db, groups: ReadonlyMap<string, Group>): Promise<void> {
  // In the order of their keys, so that two processes with the same assertions wait for each other and never in a ring.
  const uses = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { use }]) => use);
  try {
    const taken = new Set((await insertUsedAssertions(db, uses)).map(nameOf));
    for (const [name, { waiting }] of groups) {
      for (const [index, { resolve }] of waiting.entries()) resolve(index === 0 && taken.has(name));
    }
  } catch (error) {
    for (const { waiting } of groups.values()) for (const { reject } of waiting) reject(error);
  }
}

/** Takes assertions that arrive while a statement is under way together in the next one: one commit to disk for all of them. */
export function createAssertionConsumer(db: Db): ConsumeAssertion {
  let pending = new Map<string, Group>();
  let running = false;

  async function flush(): Promise<void> {
    running = true;
    while (pending.size > 0) {
      const groups = pending;
      pending = new Map();
      await settle(db, groups);
    }
    running = false;
  }

  return (use) =>
    new Promise((resolve, reject) => {
      const name = nameOf(use);
      const group = pending.get(name) ?? { use, waiting: [] };
      group.waiting.push({ resolve, reject });
      pending.set(name, group);
      if (!running) void flush();
    });
}
