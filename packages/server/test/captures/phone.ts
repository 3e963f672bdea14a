import { type AttemptView, type ChallengePose, CONSENT_VERSION, type FrameAnswer } from '@titular/contract';
import { newTransactionBody, type TestService } from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import type { Merchant } from '../transactions/api.ts';
import { checked } from '../transactions/api.ts';

/** What a page may send besides its cookie. */
type Sending = { cookie?: string | undefined; headers?: Record<string, string> };

/** A page without a browser: the same calls, with the cookie it was given. */
export class Phone {
  readonly service: TestService;
  cookie: string | undefined;

  constructor(service: TestService, cookie?: string) {
    this.service = service;
    this.cookie = cookie;
  }

  async call(operationId: string, method: string, path: string, body?: unknown, sending: Sending = {}) {
    const isImage = body instanceof Uint8Array;
    const cookie = 'cookie' in sending ? sending.cookie : this.cookie;
    const response = await fetch(`${this.service.url}/capture/session${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': isImage ? 'image/jpeg' : 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...sending.headers,
      },
      ...(body === undefined ? {} : { body: isImage ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const given = response.headers.get('set-cookie')?.split(';')[0];
    if (given) this.cookie = given;
    return checked(operationId, response);
  }

  open = (body: object) => this.call('openSession', 'POST', '', body);
  view = () => this.call('readSession', 'GET', '');
  consent = (accepted = true, version: string = CONSENT_VERSION) =>
    this.call('answerConsent', 'PUT', '/consent', { version, language: 'pt', accepted });
  start = () => this.call('startAttempt', 'POST', '/attempts', {});
  frame = (attemptId: string, position: number, image: Uint8Array) =>
    this.call('submitFrame', 'PUT', `/attempts/${attemptId}/frames/${position}`, image);
}

/** The code at the end of a transaction's link. */
export const codeOf = (link: unknown): string => String(link).split('/').at(-1) ?? '';

/** Creates a transaction and opens its page up to the consent. */
export async function openPhone(service: TestService, merchant: Merchant, changes: object = {}) {
  const { body } = await merchant.create({ ...newTransactionBody(merchant.tenant.companyId), ...changes });
  const phone = new Phone(service);
  await phone.open({ code: codeOf(body['link']) });
  return { phone, id: String(body['id']), link: String(body['link']), token: String(body['token']) };
}

/** The same, with consent given and an attempt begun. */
export async function openCamera(service: TestService, merchant: Merchant, changes: object = {}) {
  const opened = await openPhone(service, merchant, changes);
  await opened.phone.consent();
  const { body } = await opened.phone.start();
  return { ...opened, attempt: body as unknown as AttemptView };
}

/** How far the head is turned for a pose. */
export const DEGREES: Readonly<Record<ChallengePose, number>> = {
  front: 0,
  left: 32,
  right: -32,
  nearer: 0,
  farther: 0,
};

/** Shows each pose that is asked for, by one person, and gives the last answer. */
export async function perform(phone: Phone, attempt: AttemptView, person: PersonName): Promise<FrameAnswer> {
  let answer: FrameAnswer | undefined;
  for (const [position, pose] of attempt.poses.entries()) {
    const sent = await phone.frame(attempt.attemptId, position, await turnedFrame(person, DEGREES[pose]));
    answer = sent.body as unknown as FrameAnswer;
  }
  if (!answer) throw new Error('a challenge has poses');
  return answer;
}
