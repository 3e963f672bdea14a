import type { ErrorCode } from '@titular/contract';
import { OperatorRefusal, type OperatorRefusalKind } from '@titular/server/audit/index.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';

/** Codes that say that the present state of things forbids it, and not that anything was written wrongly. */
const OF_STATE: readonly ErrorCode[] = [
  '40049',
  '40070',
  '40071',
  '40072',
  '40092',
  '40093',
  '42906',
  '42911',
];

function kindOf({ status, code }: Refusal): OperatorRefusalKind {
  if (status === 404) return 'not-found';
  return OF_STATE.includes(code) ? 'forbidden' : 'invalid';
}

/** What the API refuses to a merchant, in the words of the command line. */
export async function translateRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorRefusal(kindOf(error), error.message);
    throw error;
  }
}
