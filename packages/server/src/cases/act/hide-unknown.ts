import type { ErrorCode } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';

/** Codes by which use cases say that there is nothing under an id, or that it is none. */
const UNKNOWN: readonly ErrorCode[] = [
  '40004',
  '40006',
  '40007',
  '40401',
  '40404',
  '40405',
  '40406',
  '40407',
  '40408',
  '40409',
];

/** Lets the work refuse an unknown id as the portal refuses all of them: with 40420, whatever kind of id it is. */
export async function hideUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && UNKNOWN.includes(error.code)) throw new Refusal('40420');
    throw error;
  }
}
