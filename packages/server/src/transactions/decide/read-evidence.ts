import type { Kysely } from 'kysely';
import type { KeptDecision } from '../../captures/index.ts';
import { listChecks } from '../../decision/index.ts';
import type { CreateEvidence, DecisionReceipt, SignReceipt } from '../../evidence/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Settings } from '../../tenants/index.ts';
import { type EvidenceRow, findEvidence } from './evidence-store.ts';

/** What evidence needs from the service. */
export type EvidenceDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  signReceipt: SignReceipt;
  createEvidence: CreateEvidence;
};

function referenceOf({ reference }: KeptDecision): DecisionReceipt['reference'] {
  if (!reference) return null;
  const { kind, isProven: proven, source, date } = reference;
  return { kind, proven, source, date };
}

/** What the face was compared with, in words. */
function sayReference({ reference }: DecisionReceipt): string {
  if (!reference) return 'no enrolled face';
  const { kind, proven, source, date } = reference;
  if (kind === 'operator') return `photographs of the operator: ${source}, ${date}`;
  return proven
    ? `a face of an earlier capture, proven by photographs of the operator: ${source}, ${date}`
    : `a face of a capture of ${date}, which nothing else proves`;
}

function toReceipt(tenantId: TenantId, transactionId: string, row: EvidenceRow): DecisionReceipt {
  const { decision, finishedAt } = row;
  if (row.erasedAt) throw new Refusal('40049');
  if (row.status !== 'approved' || !decision || !finishedAt) throw new Refusal('40048');
  return {
    tenant: tenantId,
    company: row.companyId,
    transaction: transactionId,
    orderNumber: row.orderNumber,
    module: row.module,
    status: 'approved',
    hasIdentityChanged: row.hasIdentityChanged,
    createdAt: row.createdAt.toISOString(),
    decidedAt: finishedAt.toISOString(),
    reasons: decision.reasons,
    checks: listChecks(decision),
    reference: referenceOf(decision),
    engineVersion: decision.engineVersion,
    matchThreshold: decision.matchThreshold,
    captures: decision.captures ?? null,
    consent: decision.consent ?? null,
    cardEvidence: decision.cardEvidence ?? null,
    process: row.processId === undefined ? null : { id: row.processId, purpose: row.processPurpose ?? null },
  };
}

async function readReceipt(
  { db }: EvidenceDeps,
  tenantId: TenantId,
  transactionId: string,
): Promise<DecisionReceipt> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const row = await findEvidence(db, tenantId, transactionId);
  if (!row) throw new Refusal('40401');
  return toReceipt(tenantId, transactionId.toLowerCase(), row);
}

/** The signed receipt of an approval; refuses with 40048 what was not approved. */
export async function readDecisionReceipt(
  deps: EvidenceDeps,
  tenantId: TenantId,
  transactionId: string,
): Promise<{ receipt: string }> {
  const receipt = await readReceipt(deps, tenantId, transactionId);
  return { receipt: await deps.signReceipt('decision', receipt, deps.clock.now()) };
}

/** Whom the document is about: nobody completed a transaction that uses the captures of a process. */
const LEADS = {
  captured: 'The person who completed this transaction was found to be the one to whom the card belongs.',
  reused:
    'The person who completed the process named below, within the hour before, was found to be the one to whom the card belongs.',
} as const;

const linesOfCard = (said: DecisionReceipt['cardEvidence']): [string, string][] => {
  if (!said) return [];
  const { card, name, holder, authentication, at, reference } = said;
  const words = `card ${card}, name ${name}, holder ${holder}, authentication ${authentication}`;
  return [['Card evidence', `${words}, ${at}${reference === undefined ? '' : `, reference ${reference}`}`]];
};

const linesOf = (receipt: DecisionReceipt, companyName: string): [string, string][] => [
  ['Transaction', receipt.transaction],
  ['Order number', receipt.orderNumber],
  ['Company', `${companyName} (${receipt.company})`],
  ['Created', receipt.createdAt],
  ['Decided', receipt.decidedAt],
  ['Result', receipt.status],
  [
    'Identity changed',
    receipt.hasIdentityChanged ? 'yes: the person was verified as another identity' : 'no',
  ],
  ['Reasons', receipt.reasons.join(', ')],
  ['Checks', receipt.checks.map(({ check, result }) => `${check}: ${result}`).join(', ')],
  ['Compared with', sayReference(receipt)],
  ['Module', receipt.module],
  ['Face engine', receipt.engineVersion],
  ['Match threshold', `${receipt.matchThreshold} (Euclidean distance)`],
  [
    'Consent',
    receipt.consent
      ? `text ${receipt.consent.version}, language ${receipt.consent.language}, given ${receipt.consent.at}`
      : 'not part of the decision as it was kept',
  ],
  ...linesOfCard(receipt.cardEvidence),
  ...(receipt.process
    ? [
        [
          'Captured for',
          `process ${receipt.process.id}, purpose ${receipt.process.purpose ?? 'unknown'}`,
        ] as [string, string],
      ]
    : []),
  ...(receipt.captures ?? []).map((hash, index): [string, string] => [`Capture ${index + 1}, SHA-256`, hash]),
];

/** The same as a signed PDF document, with the signed receipt attached. */
export async function readEvidenceDocument(
  deps: EvidenceDeps,
  tenantId: TenantId,
  transactionId: string,
): Promise<Buffer> {
  const receipt = await readReceipt(deps, tenantId, transactionId);
  const now = deps.clock.now();
  const company = await deps.settings.findCompany(tenantId, receipt.company);
  const signed = await deps.signReceipt('decision', receipt, now);
  const sheet = {
    title: 'Evidence of a card validation',
    lead: LEADS[receipt.process ? 'reused' : 'captured'],
    lines: linesOf(receipt, company?.name ?? ''),
    receipt: signed,
    note: 'This document is signed, and the same content is attached as a signed receipt (receipt.jws). Both are made with a key that the service publishes; docs/evidence.md tells how to verify them without the service.',
    at: now,
  };
  return deps.createEvidence(sheet, now);
}
