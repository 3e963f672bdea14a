import type { PageChoice, TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import { offeredMovements } from '../../captures/challenge/offered-movements.ts';
import { companyBranding } from '../../captures/subjects/branding.ts';
import type { CaptureSubject, CaptureSubjects } from '../../captures/subjects/capture-subject.ts';
import { type Identity, maskIdentity } from '../../identity/identity.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKey, TenantKeys } from '../../tenants/keys/tenant-keys.ts';
import { redirectTarget, redirectUrlProblem } from '../../tenants/redirects/redirect-url.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import type { Company } from '../../tenants/tenant.ts';
import type { CardDigits } from '../transaction.ts';
import { findDetails, type TransactionDetails } from '../transaction-store.ts';
import { changeStatus } from './change-status.ts';
import { failCapture } from './fail-capture.ts';
import { objectionOf, objectToTransaction } from './object-to-transaction.ts';
import { permitTransactionAttempt } from './permit-attempt.ts';
import { updateRetry } from './retry-store.ts';
import { shareLink } from './share-link.ts';
import { stateIdentity } from './state-identity.ts';

const STATES: Readonly<Record<TransactionStatus, CaptureSubject['state']>> = {
  waiting: 'open',
  shared: 'open',
  processing: 'processing',
  approved: 'approved',
  inconclusive: 'not_approved',
  expired: 'ended',
  'unknown-share': 'ended',
  'fast-inconclusive': 'not_approved',
  'absent-holder': 'ended',
  canceled: 'ended',
};

/** Under module post the person may answer for the card; the others fix the identity, and only the device can change (design section 2). */
const OFFERS: Readonly<Record<Company['module'], readonly PageChoice[]>> = {
  post: ['unknown_purchase', 'holder_absent', 'cardholder', 'phone'],
  pre: ['phone'],
  'super-pre': ['phone'],
};

/** What has run out of time is shown as ended, whether or not that was written yet. */
function stateOf({ status, expiresAt, retryUntil }: TransactionDetails, now: Date): CaptureSubject['state'] {
  const state = STATES[status];
  if (state !== 'open') return state;
  if (expiresAt <= now) return 'ended';
  return retryUntil && retryUntil <= now ? 'not_approved' : 'open';
}

/** The merchant's address, as long as the company's rules of now allow it: a host that was taken off the list is gone to no more. */
function targetOf(
  { transactionId }: TransactionDetails,
  status: TransactionStatus,
  company: Company | undefined,
  redirectUrl: string | undefined,
): string | null {
  if (!redirectUrl || !company || redirectUrlProblem(redirectUrl, company)) return null;
  return redirectTarget(redirectUrl, transactionId, status);
}

/** The status that a transaction has, or has as soon as somebody writes it down, because its time is over. */
function shownStatus(details: TransactionDetails, now: Date): TransactionStatus {
  if (STATES[details.status] !== 'open') return details.status;
  const state = stateOf(details, now);
  if (state === 'open') return details.status;
  return state === 'ended' ? 'expired' : 'inconclusive';
}

const maskCard = (card: CardDigits): string => `${card.binDigits.slice(0, 4)} •••• •••• ${card.lastDigits}`;

/** What a transaction holds of the person, opened. */
type Opened = { card: CardDigits; identity: Identity; redirectUrl: string | undefined };

function toSubject(
  details: TransactionDetails,
  company: Company | undefined,
  { card, identity, redirectUrl }: Opened,
  now: Date,
): CaptureSubject {
  return {
    state: stateOf(details, now),
    subject: 'transaction',
    purpose: null,
    companyId: details.companyId,
    status: shownStatus(details, now),
    retryUntil: details.retryUntil,
    expiresAt: details.expiresAt,
    offers: OFFERS[details.module],
    objection: objectionOf(details.status),
    movements: offeredMovements(company),
    ...companyBranding(company),
    orderNumber: details.orderNumber,
    firstName: card.name.split(' ')[0] ?? '',
    maskedCard: maskCard(card),
    identityKey: identity.key,
    maskedIdentity: maskIdentity(identity),
    mayStateIdentity: details.module === 'post',
    isStatedIdentity: details.statedIdentity !== undefined,
    redirectUrl: targetOf(details, shownStatus(details, now), company, redirectUrl),
  };
}

function open(key: TenantKey, details: TransactionDetails): Opened {
  const read = <Value>(field: string, sealed: Buffer): Value =>
    JSON.parse(key.unseal('transactions', details.transactionId, field, sealed).toString('utf8')) as Value;
  const { sealedCard, sealedIdentity, sealedStatedIdentity, sealedRedirectUrl, plainRedirectUrl } = details;
  return {
    card: read<CardDigits>('sealed_card', sealedCard),
    identity: sealedStatedIdentity
      ? read<Identity>('sealed_stated_identity', sealedStatedIdentity)
      : read<Identity>('sealed_identity', sealedIdentity),
    redirectUrl: sealedRedirectUrl
      ? read<{ redirectUrl: string }>('sealed_redirect_url', sealedRedirectUrl).redirectUrl
      : plainRedirectUrl,
  };
}

/** Serves transactions to the capture page. */
export function createTransactionSubjects(
  db: Kysely<Tables>,
  settings: Settings,
  tenantKeys: TenantKeys,
): CaptureSubjects {
  return {
    async find(tenantId, transactionId, now) {
      const details = await findDetails(db, tenantId, transactionId);
      // Of an erased one there is nothing to show, and nothing to open.
      if (!details || details.sealedCard.length === 0) return undefined;
      const company = await settings.findCompany(tenantId, details.companyId);
      return toSubject(details, company, open(await tenantKeys(tenantId), details), now);
    },
    stateIdentity: (tenantId, transactionId, stated, now) =>
      stateIdentity({ db, tenantKeys }, tenantId, transactionId, stated, now),
    object: (tenantId, transactionId, objection, now) =>
      objectToTransaction(db, tenantId, transactionId, objection, now),
    shareLink,
    async findLinkRenewal(tenantId, transactionId, now) {
      const details = await findDetails(db, tenantId, transactionId);
      if (!details || !['open', 'processing'].includes(stateOf(details, now))) return undefined;
      return (await settings.findCompany(tenantId, details.companyId))?.linkRenewal;
    },
    async finishCapture(trx, tenantId, transactionId, now) {
      const outcome = await changeStatus(trx, tenantId, transactionId, {
        event: 'capture-finished',
        actor: 'person',
        at: now,
      });
      if (outcome.kind !== 'changed') return false;
      await enqueueJob(trx, 'decide-transaction', { tenantId, transactionId });
      return true;
    },
    awaitRetry: updateRetry,
    permitAttempt: (trx, tenantId, transactionId, now) =>
      permitTransactionAttempt(settings, trx, tenantId, transactionId, now),
    failCapture,
  };
}
