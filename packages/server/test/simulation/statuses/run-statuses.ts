import type { SubjectTable } from '@titular/server/subjects/index.ts';
import { expect } from 'vitest';
import type { Order } from '../interleave.ts';
import type { KnownStatements } from '../memory/memory-database.ts';
import { findBadStatuses } from './status-checks.ts';
import { openStatusWorld, type StatusPlan } from './status-world.ts';

/** Statements and rules, right or wrong. */
export type StatusRules = { statements: KnownStatements; of: SubjectTable };

/** Runs a plan in an order, and fails with what must not be. */
export async function runStatuses(
  { statements, of }: StatusRules,
  plan: StatusPlan,
  order: Order,
): Promise<void> {
  const world = await openStatusWorld(statements, plan, order.turn, of);
  const acting = async (): Promise<void> => {
    for (const act of plan.acts) {
      await order.turn(act.kind);
      world.act(act);
    }
  };
  void acting();
  await order.settle();
  expect(findBadStatuses(world)).toEqual([]);
}
