import type { Kysely } from 'kysely';
import { type IssueSdkToken, newLinkCode, unopenedLinkEnd } from '../../captures/index.ts';
import type { CardEvidenceService } from '../../card-evidence/index.ts';
import type { CardFinding } from '../../decision/index.ts';
import { identityHash } from '../../identity/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Idle } from '../../kernel/http/admission/admission.ts';
import type { Course, SandboxPort } from '../../kernel/http/sandbox-port.ts';
import {
  type Company,
  redirectUrlProblem,
  type Settings,
  type TenantKey,
  type TenantKeys,
} from '../../tenants/index.ts';
import type { Subscriptions } from '../../webhooks/index.ts';
import type { TransactionRow } from '../insert-store.ts';
import { keptBinDigits } from '../transaction.ts';
import { isGreater } from './decimal.ts';
import type { InsertTogether } from './insert-together.ts';
import type { NewTransaction } from './parse-create-request.ts';

/** What creating needs from the service. */
export type CreateDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
  subscriptions: Subscriptions;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
  unopenedLinkSeconds: number | undefined;
  sandbox: SandboxPort;
  /** Inserts outside a database transaction; without it each create has a statement of its own. */
  insertTogether?: InsertTogether | undefined;
  cardEvidence: CardEvidenceService | undefined;
  /** How a create waits while another one of the same data is under way; without it, it waits for none. */
  besides?: Besides | undefined;
};

/** Waits without a turn, and looks for the answer that another request with the same Idempotency-Key has kept. */
export type Besides = { idle: Idle; findKept: (() => Promise<object | undefined>) | undefined };

/** A transaction on its way into the database, with all that its steps need. */
export type CreateDraft = {
  input: NewTransaction;
  company: Company;
  key: TenantKey;
  row: TransactionRow;
  code: string;
  token: string;
  /** Whether an endpoint of the company asks to hear of a status that is not final. */
  isTold: boolean;
  course: Course | undefined;
  /** Whether the create checks end it. */
  ends: boolean;
  /** What card evidence has to say, where it was asked. */
  card: CardFinding | undefined;
};

async function checkCompany(
  { settings }: CreateDeps,
  tenantId: TenantId,
  { companyId, redirectUrl, value }: NewTransaction,
): Promise<Company> {
  const company = await settings.findCompany(tenantId, companyId);
  if (!company?.active) throw new Refusal('40404');
  if (redirectUrl !== undefined) {
    const problem = redirectUrlProblem(redirectUrl, company);
    if (problem) throw new Refusal('40002', `redirectUrl ${problem}.`);
  }
  const { maximumValue } = company;
  if (value !== undefined && maximumValue !== undefined && isGreater(value, maximumValue))
    throw new Refusal('40045');
  return company;
}

function toRow(input: NewTransaction, company: Company, key: TenantKey, now: Date): TransactionRow {
  const transactionId = newId(now.getTime());
  const bin = keptBinDigits(input.card.binDigits);
  const { identity, card, redirectUrl } = input;
  const sealText = (field: string, value: object): Buffer =>
    key.seal('transactions', transactionId, field, Buffer.from(JSON.stringify(value), 'utf8'));
  return {
    tenantId: company.tenantId,
    transactionId,
    companyId: company.companyId,
    status: 'waiting',
    module: company.module,
    orderNumber: input.orderNumber,
    identityKey: identity.key,
    identityHash: identityHash(key, identity),
    sealedIdentity: sealText('sealed_identity', identity),
    cardHash: key.hash('card', bin, card.lastDigits),
    sealedCard: sealText('sealed_card', { ...card, binDigits: bin }),
    replicaHash: key.hash(
      'replica',
      input.orderNumber,
      identity.key,
      identity.value,
      card.binDigits,
      card.lastDigits,
    ),
    value: input.value,
    currency: input.currency,
    language: input.language,
    theme: input.theme,
    sealedRedirectUrl:
      redirectUrl === undefined ? undefined : sealText('sealed_redirect_url', { redirectUrl }),
    referenceProcessId: input.processId,
    reasons: [],
    createdAt: now,
    expiresAt: addSeconds(now, company.transactionExpirySeconds),
    finishedAt: undefined,
    link: undefined,
  };
}

/** Makes all that can be made before the database transaction, so that it waits for nothing; refuses with 40404, 40002 and 40045 by the rules of the company. */
export async function openDraft(
  deps: CreateDeps,
  tenantId: TenantId,
  input: NewTransaction,
  course: Course | undefined,
): Promise<CreateDraft> {
  const company = await checkCompany(deps, tenantId, input);
  const now = deps.clock.now();
  const key = await deps.tenantKeys(tenantId);
  const row = toRow(input, company, key, now);
  const { code, codeHash } = newLinkCode();
  const expiresAt = addSeconds(now, Math.min(deps.linkLifetimeSeconds, company.transactionExpirySeconds));
  const { transactionId: subjectId } = row;
  const { webOrigins: origins } = company;
  const token = await deps.issueSdkToken({ tenantId, subjectId, origins, now, expiresAt });
  const isTold = await deps.subscriptions.isNamed(tenantId, company.companyId, row.status);
  const life = { ofCompany: company.linkLifetimeSeconds, ofDeployment: deps.unopenedLinkSeconds };
  const linked = { ...row, link: { codeHash, expiresAt: unopenedLinkEnd(life, now, row.expiresAt) } };
  return { input, company, key, row: linked, code, token, isTold, course, ends: false, card: undefined };
}
