import type {
  HandOverPurpose,
  LateLinkState,
  Objection,
  PageChoice,
  SessionView,
  StateIdentityRequest,
} from '@titular/contract';
import type { AnyId, CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectKind } from '../../kernel/database/subject-ref.ts';
import type { Company } from '../../tenants/index.ts';

/** Why a capture has failed for good. */
export type CaptureFailure = 'attempts_exhausted' | 'retry_time_passed';

/** Whether an attempt may begin, to show whom, and how many movements the company asks for. It is `late` when the time for it has passed, and `too_many` when the identity had its share of the day and has to wait. */
export type BeginAnswer =
  | { kind: 'begun'; identityHash: Buffer; isStated: boolean; movements: Company['movements'] }
  | { kind: 'late' }
  | { kind: 'too_many'; waitSeconds: number };

/** What a capture is for, as far as the page may know it; `redirectUrl` already carries id and status. */
export type CaptureSubject = {
  state: 'awaiting' | 'processing' | 'approved' | 'not_approved' | 'ended';
  /** Until when the next attempt has to begin after one that failed. */
  retryUntil: Date | undefined;
  companyId: CompanyId;
  /** Module of the company that a transaction was made for. */
  module: string | undefined;
  /** Until when a capture can be made at all. */
  expiresAt: Date;
  /** When it ended; undefined while it is open. */
  finishedAt: Date | undefined;
  /** When its person asked for the deletion of their data. */
  erasureRequestedAt: Date | undefined;
  /** How long the company's links stay unopened, as its settings say. */
  linkLifetimeSeconds: number | undefined;
  /** What can be chosen besides the selfie, whatever the page. */
  offers: readonly PageChoice[];
  /** The objection with which a person ended it. */
  objection: Objection | undefined;
} & Pick<
  SessionView,
  | 'subject'
  | 'purpose'
  | 'companyName'
  | 'brandColour'
  | 'logoPath'
  | 'introduction'
  | 'phoneFirst'
  | 'stepFeedback'
  | 'status'
  | 'orderNumber'
  | 'firstName'
  | 'maskedCard'
  | 'cardBrand'
  | 'cardKind'
  | 'identityKey'
  | 'maskedIdentity'
  | 'mayStateIdentity'
  | 'isStatedIdentity'
  | 'redirectUrl'
  | 'movements'
  | 'dataNotice'
  | 'purchase'
  | 'language'
  | 'theme'
>;

/** How captures reach one kind of what they are made for, by its id. */
export type SubjectPort = {
  find(tenantId: TenantId, id: AnyId, now: Date): Promise<CaptureSubject | undefined>;
  /** The person says the card is theirs under another identity; refuses with 40002 and 40063. */
  stateIdentity(tenantId: TenantId, id: AnyId, stated: StateIdentityRequest, now: Date): Promise<void>;
  /** The person says why there will be no selfie, which ends the subject; false when it no longer takes that. */
  object(tenantId: TenantId, id: AnyId, objection: Objection, now: Date): Promise<boolean>;
  /** A link is about to be passed on; keeps the subject from changing until the commit, and answers false when it takes no capture any more. */
  shareLink(trx: Db, tenantId: TenantId, id: AnyId, purpose: HandOverPurpose, now: Date): Promise<boolean>;
  /** Whether a page may go on whose time is up (setting `link-renewal`); undefined when no capture is wanted any more. */
  findLinkRenewal(
    tenantId: TenantId,
    id: AnyId,
    now: Date,
  ): Promise<'never' | 'same-browser' | 'unused' | undefined>;
  /** Somebody who holds a link that does not open asks for a new one; tells the company. */
  requestLink(trx: Db, tenantId: TenantId, id: AnyId, linkState: LateLinkState, now: Date): Promise<void>;
  /** The person wishes their data to be deleted; keeps it, and lets enrolled faces go then where a time is given. A wish of before `since` was about an earlier capture; the same once more changes nothing. */
  requestErasure(
    trx: Db,
    tenantId: TenantId,
    id: AnyId,
    request: { facesUntil: Date | undefined; since: Date; now: Date },
  ): Promise<void>;
  /** Keeps the subject from changing until the commit; whoever changes an attempt too takes this lock first. */
  lock(trx: Db, tenantId: TenantId, id: AnyId): Promise<void>;
  /** All poses were shown: hands over to the decision, in the same commit; false when the subject no longer takes a capture. */
  finishCapture(trx: Db, tenantId: TenantId, id: AnyId, now: Date): Promise<boolean>;
  /** An attempt failed, and the next may begin until then. */
  awaitRetry(trx: Db, tenantId: TenantId, id: AnyId, until: Date): Promise<void>;
  /** Lets the person take longer for the next attempt, never longer than the subject lives; nothing changes once the time is over. */
  prolongRetry(tenantId: TenantId, id: AnyId, until: Date, now: Date): Promise<void>;
  /** An attempt is about to begin; where it may not, the caller's commit still counts. */
  permitAttempt(trx: Db, tenantId: TenantId, id: AnyId, now: Date): Promise<BeginAnswer>;
  /** No further attempt can be made: none is left, or the time for it has passed. */
  failCapture(trx: Db, tenantId: TenantId, id: AnyId, why: CaptureFailure, now: Date): Promise<void>;
};

/** The port of each kind of subject. */
export type CaptureSubjects = Readonly<Record<SubjectKind, SubjectPort>>;
