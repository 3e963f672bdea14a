import type { SessionView, StateIdentityRequest } from '@titular/contract';
import type { Db } from '../database/connect.ts';

/** What a capture is for, as far as the page may know it; `redirectUrl` already carries id and status. */
export type CaptureSubject = {
  state: 'open' | 'processing' | 'approved' | 'not_approved' | 'ended';
} & Pick<
  SessionView,
  | 'companyName'
  | 'brandColour'
  | 'orderNumber'
  | 'firstName'
  | 'maskedCard'
  | 'identityKey'
  | 'maskedIdentity'
  | 'mayStateIdentity'
  | 'isStatedIdentity'
  | 'redirectUrl'
>;

/** How captures reach the thing they are made for, without knowing what it is. */
export type CaptureSubjects = {
  find(tenantId: string, transactionId: string, now: Date): Promise<CaptureSubject | undefined>;
  /** The person says the card is theirs under another identity; refuses with 40002 and 40063. */
  stateIdentity(
    tenantId: string,
    transactionId: string,
    stated: StateIdentityRequest,
    now: Date,
  ): Promise<void>;
  /** All poses were shown: hands over to the decision, in the same commit; false when the subject no longer takes a capture. */
  finishCapture(trx: Db, tenantId: string, transactionId: string, now: Date): Promise<boolean>;
  /** The last attempt failed. */
  exhaustAttempts(trx: Db, tenantId: string, transactionId: string, now: Date): Promise<void>;
};
