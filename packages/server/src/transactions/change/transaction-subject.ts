import { CARD_BRAND_NAMES, type PageChoice, type TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import { type FoundCard, findCardKind } from '../../bins/index.ts';
import {
  type CaptureSubject,
  companyBranding,
  dataNoticeOf,
  offeredMovements,
  type SubjectPort,
  toPageAppearance,
} from '../../captures/index.ts';
import { type Identity, maskIdentity } from '../../identity/index.ts';
import { withoutTrailingZeros } from '../../kernel/base/decimal-number.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { RecordAct } from '../../module.ts';
import { createSharedPort, redirectTargetOf, statusAt } from '../../subjects/index.ts';
import type { Company, Settings, Tenant, TenantKey, TenantKeys } from '../../tenants/index.ts';
import { enqueueDecision } from '../decide/enqueue-decision.ts';
import type { CardDigits } from '../transaction.ts';
import { findDetails, type TransactionDetails } from '../transaction-store.ts';
import { TRANSACTIONS } from './change-status.ts';
import { objectionOf, objectToTransaction } from './object-to-transaction.ts';
import { shareLink } from './share-link.ts';
import { stateIdentity } from './state-identity.ts';

const STATES: Readonly<Record<TransactionStatus, CaptureSubject['state']>> = {
  waiting: 'awaiting',
  shared: 'awaiting',
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

/** The card as its holder knows it: the first and the last four digits. */
export const maskCard = (card: Pick<CardDigits, 'binDigits' | 'lastDigits'>): string =>
  `${card.binDigits.slice(0, 4)} •••• •••• ${card.lastDigits}`;

/** What a transaction holds of the person, opened. */
type Opened = { card: CardDigits; identity: Identity; redirectUrl: string | undefined };

const cardWords = ({ brand, kind }: FoundCard): Pick<CaptureSubject, 'cardBrand' | 'cardKind'> => ({
  cardBrand: brand === undefined ? null : CARD_BRAND_NAMES[brand],
  cardKind: kind ?? null,
});

const hostOf = (url: string | undefined): string | null =>
  url?.startsWith('https://') && URL.canParse(url) ? new URL(url).hostname : null;

/** An amount without its currency says too little to be judged by. */
const purchaseOf = (
  { value, currency, createdAt }: TransactionDetails,
  company: Company | undefined,
  redirectUrl: string | undefined,
): CaptureSubject['purchase'] => ({
  amount: currency === undefined || value === undefined ? null : withoutTrailingZeros(value),
  currency: currency ?? null,
  at: createdAt.toISOString(),
  domain: company?.shopDomain ?? hostOf(redirectUrl),
});

function toSubject(
  details: TransactionDetails,
  { company, tenant }: { company: Company | undefined; tenant: Tenant | undefined },
  { card, identity, redirectUrl }: Opened,
  found: FoundCard,
  now: Date,
): CaptureSubject {
  const status = statusAt(TRANSACTIONS, details, now);
  return {
    state: STATES[status],
    status,
    subject: 'transaction',
    purpose: null,
    companyId: details.companyId,
    module: details.module,
    retryUntil: details.retryUntil,
    expiresAt: details.expiresAt,
    offers: OFFERS[details.module],
    objection: objectionOf(details.status),
    movements: offeredMovements(company),
    ...companyBranding(company),
    ...toPageAppearance(details),
    dataNotice: dataNoticeOf(company, tenant),
    purchase: purchaseOf(details, company, redirectUrl),
    linkLifetimeSeconds: company?.linkLifetimeSeconds,
    finishedAt: details.finishedAt,
    erasureRequestedAt: details.erasureRequestedAt,
    orderNumber: details.orderNumber,
    firstName: card.name.split(' ')[0] ?? '',
    maskedCard: maskCard(card),
    ...cardWords(found),
    identityKey: identity.key,
    maskedIdentity: maskIdentity(identity),
    mayStateIdentity: details.module === 'post',
    isStatedIdentity: details.statedIdentity !== undefined,
    redirectUrl: redirectTargetOf(company, redirectUrl, details.transactionId, status),
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
  recordAct: RecordAct | undefined,
): SubjectPort {
  return {
    ...createSharedPort({
      db,
      of: TRANSACTIONS,
      settings,
      recordAct,
      findRow: (tenantId, id) => findDetails(db, tenantId, id),
      enqueueDecision: async (trx, tenantId, transactionId) => {
        const details = await findDetails(trx, tenantId, transactionId);
        const company = details && (await settings.findCompany(tenantId, details.companyId, trx));
        await enqueueDecision(trx, 'decide-transaction', { tenantId, transactionId }, company);
      },
    }),
    async find(tenantId, transactionId, now) {
      const details = await findDetails(db, tenantId, transactionId);
      // Of an erased one there is nothing to show, and nothing to open.
      if (!details || details.sealedCard.length === 0) return undefined;
      const company = await settings.findCompany(tenantId, details.companyId);
      const tenant = await settings.findTenant(tenantId);
      const opened = open(await tenantKeys(tenantId), details);
      const found = await findCardKind(db, opened.card.binDigits);
      return toSubject(details, { company, tenant }, opened, found, now);
    },
    stateIdentity: (tenantId, transactionId, stated, now) =>
      stateIdentity({ db, tenantKeys }, tenantId, transactionId, stated, now),
    object: (tenantId, transactionId, objection, now) =>
      objectToTransaction(db, tenantId, transactionId, objection, now),
    shareLink,
  };
}
