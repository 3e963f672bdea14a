import type { AttemptOutcome } from '@titular/contract';
import type { Db } from '../database/connect.ts';
import type { DecisionReason } from '../decision/decision.ts';
import type { RiskSign, SeenSign } from '../decision/risk-signs.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { type Attempt, listOutcomes } from './attempt-store.ts';
import { listPrints } from './frame-print-store.ts';
import { findSeenSign } from './seen-frames.ts';
import { addUp, listSigns } from './sign-store.ts';

/**
 * The signs of all attempts of a transaction. Pictures are looked for once more: of two transactions that are sent the same ones at the
 * same time, neither finds the other's before they are committed.
 */
export async function gatherSigns(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attempt: Pick<Attempt, 'attemptId' | 'transactionId'>,
): Promise<SeenSign[]> {
  const { attemptId, transactionId } = attempt;
  const noted: SeenSign[] = addUp(await listSigns(db, tenantId, transactionId));
  const found: SeenSign[] = [];
  for (const print of await listPrints(db, tenantId, key, attemptId)) {
    const sign = await findSeenSign(db, tenantId, key, transactionId, print);
    if (sign) found.push({ sign, seen: 1 });
  }
  const now = addUp(found);
  const notedOf = (sign: RiskSign): number => noted.find((one) => one.sign === sign)?.seen ?? 0;
  const others = noted.filter(({ sign }) => !now.some((one) => one.sign === sign));
  return addUp([...others, ...now.map(({ sign, seen }) => ({ sign, seen: Math.max(seen, notedOf(sign)) }))]);
}

/** Outcomes that tell of an attack, as reasons. */
const TELLING: Readonly<Partial<Record<AttemptOutcome, DecisionReason>>> = {
  person_changed: 'person_changed',
  several_faces: 'several_faces',
};

/** What failed attempts leave behind: how they ended, where that tells of an attack, and the signs of one. */
export async function listFindings(
  db: Db,
  tenantId: string,
  transactionId: string,
): Promise<DecisionReason[]> {
  const outcomes = await listOutcomes(db, tenantId, transactionId);
  const signs = addUp(await listSigns(db, tenantId, transactionId));
  const telling = outcomes.flatMap((outcome) => TELLING[outcome] ?? []);
  return [...new Set([...telling, ...signs.map(({ sign }) => sign)])];
}
