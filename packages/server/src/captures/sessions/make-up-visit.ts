import type { BrowserFamily, PageEvent } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type CompanyId, newId, type TenantId } from '../../kernel/base/id.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import { consumeLink } from '../links/link-store.ts';
import { addPageEvents, updateToldEvents } from '../page-events/page-event-store.ts';
import { tellEvents } from '../page-events/told-events.ts';
import { insertSession } from './session-store.ts';

/** A visit of a page that nobody made: by which link, in which browser, and what the page would have told. */
export type MadeUpVisit = {
  tenantId: TenantId;
  companyId: CompanyId;
  subject: SubjectRef;
  /** The one-time code of the link. */
  code: string;
  at: Date;
  /** How long the page was open. */
  seconds: number;
  browser: BrowserFamily;
  events: readonly PageEvent[];
};

/** Writes what a visit of the page leaves behind, in the caller's database transaction: the used link, a session that is over, and its events. */
export async function makeUpVisit(trx: Db, visit: MadeUpVisit): Promise<void> {
  const { tenantId, companyId, subject, code, at, seconds, browser, events } = visit;
  const sessionId = newId(at.getTime());
  const codeHash = digest(code);
  await consumeLink(trx, codeHash, { when: 'valid', pageLoadHash: undefined, sessionId }, at);
  const hasConsent = events.includes('consent_given');
  const consent = hasConsent ? { version: 'sandbox', language: 'en', at: addSeconds(at, 8) } : undefined;
  await insertSession(trx, {
    ...{ tenantId, sessionId, subject, opening: 'merchant', embedder: undefined },
    ...{ secretHash: digest(newSecret('tcs_')), createdAt: at, expiresAt: addSeconds(at, seconds) },
    ...{ consented: hasConsent, consentVersion: consent?.version, consent },
  });
  const place = { day: at.toISOString().slice(0, 10), browser };
  const { told, firsts } = tellEvents(0, events);
  await updateToldEvents(trx, tenantId, sessionId, { counted: events.length, told, place });
  await addPageEvents(trx, tenantId, companyId, { ...place, events }, { ...place, firsts });
}
