import { setInterval as ticks } from 'node:timers/promises';
import {
  type AttemptView,
  type CameraReport,
  CHALLENGE_POSES,
  type ChallengePose,
  CONSENT_VERSION,
  type FrameAnswer,
  type StartAttemptRequest,
} from '@titular/contract';
import { newTransactionBody, type TestService } from '@titular/test-kit';
import type { flatZoom } from '@titular/test-kit/faces/moved-frames.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import { expect } from 'vitest';
import type { Merchant } from '../transactions/api.ts';
import { checked } from '../transactions/api.ts';

/** What the page says of an ordinary camera. */
export const REAL_CAMERA: CameraReport = {
  label: 'Front camera',
  answersConstraints: true,
  frameIntervalsMs: [33.4, 33.1, 33.5, 33.2, 33.3, 33.6],
};

/** The same of one that says what it has and can. */
export const ABLE_CAMERA: CameraReport = {
  ...REAL_CAMERA,
  settings: { width: 640, height: 480, frameRate: 30 },
  capabilities: {
    width: { min: 1, max: 1280 },
    height: { min: 1, max: 720 },
    frameRate: { min: 1, max: 30 },
  },
};

const FROM_PAGE = { headers: { 'sec-fetch-site': 'same-origin' } };
const FRAME_INTERVAL_MS = 200;

/** The web origin of the shop, where a company has it registered. */
export const SHOP_ORIGIN = 'https://shop.example';

/** Registers it for the companies of a service. */
export const registerShop = (service: TestService): Promise<unknown> =>
  service.service.database.db
    .updateTable('companies')
    .set({ web_origins: [SHOP_ORIGIN] })
    .execute();

/** What a page may send besides its cookie. */
type Sending = { cookie?: string | undefined; headers?: Record<string, string> };

/** A page without a browser: the same calls, with the cookie it was given. */
export class Phone {
  readonly service: TestService;
  cookie: string | undefined;
  /** The device cookie, as the browser keeps it beside the other one. */
  device: string | undefined;
  #capturedAtMs = 1_700_000_000_000;
  /** What a page in a frame sends in place of the cookie. */
  readonly #headers: Record<string, string>;

  constructor(service: TestService, cookie?: string, headers: Record<string, string> = {}) {
    this.service = service;
    this.cookie = cookie;
    this.#headers = headers;
  }

  async call(operationId: string, method: string, path: string, body?: unknown, sending: Sending = {}) {
    const isImage = body instanceof Uint8Array;
    const own = [this.cookie, this.device].filter((one) => one !== undefined).join('; ');
    const cookie = 'cookie' in sending ? sending.cookie : own;
    const response = await fetch(`${this.service.url}/capture/session${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': isImage ? 'image/jpeg' : 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...this.#headers,
        ...sending.headers,
      },
      ...(body === undefined ? {} : { body: isImage ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const given = response.headers.get('set-cookie')?.split(';')[0];
    if (given?.startsWith('titular-device=')) this.device = given;
    else if (given) this.cookie = given;
    return checked(operationId, response);
  }

  open = (body: object) => this.call('openSession', 'POST', '', body);
  /** Opens the page with an SDK token as the SDK does to go there; the company has to have the origin registered when the token is made. */
  openByToken = async (token: unknown) => {
    const response = await fetch(`${this.service.url}/capture/openings`, {
      method: 'POST',
      body: new URLSearchParams({ token: String(token), type: 'REDIRECT' }),
      headers: { origin: SHOP_ORIGIN },
    });
    const opening = await checked('openBySdk', response);
    return opening.status === 200 ? this.open({ code: codeOf(opening.body['path']) }) : opening;
  };
  view = () => this.call('readSession', 'GET', '');
  consent = (accepted = true, version: string = CONSENT_VERSION) =>
    this.call('answerConsent', 'PUT', '/consent', { version, language: 'pt', accepted });
  start = (wish: StartAttemptRequest = {}) =>
    this.call('startAttempt', 'POST', '/attempts', { camera: REAL_CAMERA, ...wish }, FROM_PAGE);
  /** Sends a frame as the page does, taken a moment after the one before. */
  frame = (attemptId: string, position: number, image: Uint8Array, headers: Record<string, string> = {}) => {
    this.#capturedAtMs += FRAME_INTERVAL_MS;
    return this.call('submitFrame', 'PUT', `/attempts/${attemptId}/frames/${position}`, image, {
      headers: { ...FROM_PAGE.headers, 'x-captured-at-ms': String(this.#capturedAtMs), ...headers },
    });
  };
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

/** Nobody moves sooner after an instruction; the service's clock, or the real one, is let go on for as long. */
const REACTION_MS = 400;
const HELD_FRAME_MS = 50;
const TRIES = 12;
const MAX_SENT = 500;

/** The latest take of each file of tests, by its path. */
const takes = new Map<string, number>();

/** A number for a session's pictures, so that no two sessions of a file of tests show the same ones. Each file begins anew: what one has drawn and measured, others find. */
export function nextTake(): number {
  const file = expect.getState().testPath ?? '';
  const take = (takes.get(file) ?? 0) + 1;
  takes.set(file, take);
  return take;
}

/** Lets a service forget the pictures that it was shown, so that the next sessions may show the same ones again. */
export async function forgetPictures(service: TestService): Promise<void> {
  const { db } = service.service.database;
  await db.deleteFrom('face_prints').execute();
  await db.deleteFrom('frame_prints').execute();
  takes.delete(expect.getState().testPath ?? '');
}

/** Makes a movement a little farther, then a little less, each time that it did not suffice. */
const partOf = (tries: number): number => 1 + Math.ceil(tries / 2) * (tries % 2 === 0 ? -0.06 : 0.06);

/** What a camera shows of a pose; `tries` counts those that did not suffice. */
export type Show = (pose: ChallengePose, tries: number) => Promise<Uint8Array>;

/** Between two frames of a pose, and between those of one pose and the next, in ms of a take: nobody holds quite still. */
const AGAIN_MS = 340;
const POSE_MS = 20;

/** A living person who makes the movements. A pose is shown at instants of its own, whatever is asked for before it, so that any order needs the same pictures. */
export const turning = (person: PersonName, take: number = nextTake()): Show => {
  const shown = new Map<ChallengePose, number>();
  return async (pose, tries) => {
    const times = shown.get(pose) ?? 0;
    shown.set(pose, times + 1);
    const atMs = (1 + times) * AGAIN_MS + CHALLENGE_POSES.indexOf(pose) * POSE_MS;
    return poseFrame(person, pose, { take, atMs, part: partOf(tries) });
  };
};

/** How large a photograph is shown that is moved; a little more each time that it did not suffice. */
const SCALES: Readonly<Partial<Record<ChallengePose, number>>> = { nearer: 1.36, farther: 0.74 };

/** A photograph that is moved towards the camera and away from it. */
export const moving =
  (person: PersonName, frame: typeof flatZoom, take = 0): Show =>
  async (pose, tries) => {
    const scale = SCALES[pose] ?? 1;
    const further = 1 + Math.sign(scale - 1) * tries * 0.03;
    return retake(await frame(person, scale * further), take);
  };

type Sender = (image: Uint8Array) => Promise<FrameAnswer>;

/** Holds the pose of before until the instruction can have been read. */
async function hold(service: TestService, before: Uint8Array, send: Sender): Promise<void> {
  if (service.moveClock(REACTION_MS / 1000)) return;
  // At the pace of a camera: an engine that knows the picture answers so fast that an attempt would run out of frames.
  for await (const since of ticks(HELD_FRAME_MS, performance.now())) {
    await send(before);
    if (performance.now() - since >= REACTION_MS) return;
  }
}

/** Shows each pose that is asked for, by one person and in one take, the way a person does it, and gives the last answer. A living person whose movements stayed unclear tries again. */
export async function perform(
  phone: Phone,
  attempt: AttemptView,
  person: PersonName | Show,
  take: number = nextTake(),
): Promise<FrameAnswer> {
  if (typeof person !== 'string') return performOnce(phone, attempt, person);
  const answer = await performOnce(phone, attempt, turning(person, take));
  const isUnclear = answer.outcome === 'not_live' && answer.hint === 'look_straight';
  if (!isUnclear || answer.attemptsLeft === 0) return answer;
  const again = (await phone.start({ movement: attempt.movement })).body as unknown as AttemptView;
  return perform(phone, again, person);
}

async function performOnce(phone: Phone, attempt: AttemptView, show: Show): Promise<FrameAnswer> {
  let position = attempt.nextPosition;
  const send: Sender = async (image) => {
    for (let tries = 0; tries < MAX_SENT; tries += 1) {
      const { status, body } = await phone.frame(attempt.attemptId, position, image);
      // A full engine asks to come again.
      if (status === 429) continue;
      position += 1;
      return body as unknown as FrameAnswer;
    }
    throw new Error('the engine stays full');
  };
  let before: Uint8Array | undefined;
  for (const [step, pose] of attempt.poses.entries()) {
    if (step < attempt.step) continue;
    if (before) await hold(phone.service, before, send);
    for (let tries = 0; ; tries += 1) {
      before = await show(pose, tries);
      const answer = await send(before);
      if (answer.outcome) return answer;
      if (answer.step > step) break;
      if (tries === TRIES)
        throw new Error(`${pose} cannot be shown: ${answer.hint ?? JSON.stringify(answer)}`);
    }
  }
  throw new Error('a challenge that was shown has an outcome');
}
