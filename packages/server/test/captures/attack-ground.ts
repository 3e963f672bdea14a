import type { ChallengeMovement } from '@titular/contract';
import { listSequences, type Move } from '@titular/server/captures/draw-challenge.ts';
import type { TestService } from '@titular/test-kit';
import { expect, vi } from 'vitest';
import type { Merchant } from '../transactions/api.ts';

/** How a transaction ended, with the reasons that are kept with it. */
export type End = { status: unknown; reasons: string[] };

/** Waits for the decision. */
export async function endOf(service: TestService, merchant: Merchant, id: string): Promise<End> {
  await vi.waitFor(
    async () => expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/),
    15_000,
  );
  const { decision, status } = await service.service.database.db
    .selectFrom('transactions')
    .select(['decision', 'status'])
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  return { status, reasons: (decision as { reasons: string[] }).reasons };
}

/** The signs noted for a transaction, with how often each was seen. */
export async function signsOf(service: TestService, id: string): Promise<Record<string, number>> {
  const rows = await service.service.database.db
    .selectFrom('capture_signs')
    .select(['sign', 'seen'])
    .where('transaction_id', '=', id)
    .execute();
  return Object.fromEntries(rows.map(({ sign, seen }) => [sign, seen]));
}

/** Draws by chance, or once what a test wants: for tests of what happens to a challenge that is known before. */
export function createDraws() {
  let next: number | undefined;
  return {
    random: (): number => {
      const number = next ?? Math.random();
      next = undefined;
      return number;
    },
    want: (moves: readonly Move[], movement: ChallengeMovement = 'turn'): void => {
      const sequences = listSequences(movement).map((sequence) => sequence.join());
      next = (sequences.indexOf(moves.join()) + 0.5) / sequences.length;
      if (next < 0.5 / sequences.length) throw new Error(`${movement} never asks for ${moves.join()}`);
    },
  };
}
