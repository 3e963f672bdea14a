import { randomBytes } from 'node:crypto';
import { policyOf } from '@titular/server/captures/index.ts';
import {
  type DecidingRules,
  decide,
  type Evidence,
  packDecisionInputs,
} from '@titular/server/decision/index.ts';
import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { sql } from 'kysely';
import { live } from '../decision/decision-fixture.ts';

const DEPLOYMENT = { matchThreshold: 0.5, samePersonThreshold: 0.45, environment: 'test' } as const;

/** Rules that a company has when nothing was changed. */
const PLAIN: DecidingRules = {
  ...{ module: 'post', templatePolicy: 'enrol', matchThreshold: undefined, outdatedTemplate: 'refuse' },
  ...{ fullGallery: 'refuse', faceOfAnotherIdentity: 'refuse', distanceChallenge: 'known' },
  ...{ notedSigns: undefined, endingChecks: undefined, cardName: 'note', manyIdentities: 'ignore' },
  ...{ manyCards: 'ignore', faceManyIdentities: 'ignore', deviceManyIdentities: 'ignore' },
  ...{ identityAttemptsPerDay: 10, cardAttemptsPerDay: 10 },
  cardEvidence: { card: 'ignore', name: 'ignore', holder: 'ignore', authentication: 'ignore' },
};

/** Whose ends are made, when, and what each rests on. */
export type EndPlan = {
  tenantId: TenantId;
  companyId: CompanyId;
  at: Date;
  evidence: Partial<Evidence>;
  engineVersion?: string;
};

/** Adds an end as a decision leaves it, without a capture. */
export async function addEnd(db: Db, plan: EndPlan): Promise<void> {
  const { tenantId, companyId, at, engineVersion = 'engine-1' } = plan;
  const evidence = { ...live, ...plan.evidence };
  const decided = decide(evidence, policyOf(PLAIN, DEPLOYMENT));
  const { result: status } = decided;
  const inputs = packDecisionInputs(evidence, PLAIN, DEPLOYMENT, undefined);
  const decision = JSON.stringify({ ...decided, engineVersion });
  await sql`
    INSERT INTO transactions (tenant_id, transaction_id, company_id, status, module, order_number, identity_key, identity_hash,
      sealed_identity, card_hash, sealed_card, replica_hash, decision, decision_inputs, created_at, expires_at, finished_at)
    VALUES (${tenantId}, ${newId(at.getTime())}, ${companyId}, ${status}, 'post', 'order', 'cpf', ${randomBytes(32)}, '',
      ${randomBytes(32)}, '', ${randomBytes(32)}, ${decision}::jsonb, ${inputs}::jsonb, ${at}, ${at}, ${at})`.execute(
    db,
  );
}
