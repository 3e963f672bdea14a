import { setTimeout as delay } from 'node:timers/promises';
import {
  type AttemptOutcome,
  type AttemptView,
  type CameraReport,
  type ChallengeMovement,
  type ChallengePose,
  CONSENT_VERSION,
  type CreateTransactionResponse,
  type FrameAnswer,
  type SessionView,
  type TokenResponse,
  type TransactionHistoryResponse,
} from '@titular/contract';
import type { Trial, TrialMerchant } from '../ephemeral-service/trial.ts';
import { callTrial, type TrialCall } from './trial-calls.ts';

/** Somebody or something before a camera: what is chosen on the page, and what is shown when a pose is asked for, after so many milliseconds of the whole session. */
export type Presenter = {
  movement: ChallengeMovement;
  /** Whether frames come as the page sends them, with the camera and the time at which they were taken. */
  isPage: boolean;
  frame(pose: ChallengePose, elapsedMs: number): Promise<Uint8Array>;
};

/** How a presentation ended; `hasPassedStep` tells that some frame passed a step of a challenge. */
export type Shown = {
  approved: boolean;
  reasons: string[];
  outcomes: AttemptOutcome[];
  hasPassedStep: boolean;
};

/** What the page says of an ordinary camera, so that an attack is judged by its pictures. */
const ORDINARY_CAMERA: CameraReport = {
  label: 'Front camera',
  answersConstraints: true,
  frameIntervalsMs: [33.4, 33.1, 33.5, 33.2, 33.3, 33.6],
};

/** Pauses of a person and of the page, in milliseconds of the trial's clock. */
const READING_MS = 3_000;
const TRYING_AGAIN_MS = 2_000;

/** From one frame to the next, as the page sends them. */
export const FRAME_INTERVAL_MS = 170;

const LOOK_EVERY_MS = 20;
const DECIDED_WITHIN_MS = 60_000;

const API = '/api/public/v1/walletid';
const PAGE = '/capture/session';
const FROM_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Any number with sound check digits: each tenant's identities are its own. */
const IDENTITY = { key: 'cpf', value: '52998224725' };

async function fetchToken(trial: Trial, { clientId, clientSecret }: TrialMerchant): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { answer } = await callTrial<TokenResponse>(trial, { method: 'POST', path: '/oauth2/token', body });
  return answer.access_token;
}

type Asked = { id: string; code: string; headers: Record<string, string> };

async function ask(trial: Trial, merchant: TrialMerchant): Promise<Asked> {
  const headers = { authorization: `Bearer ${await fetchToken(trial, merchant)}` };
  const { answer } = await callTrial<CreateTransactionResponse>(trial, {
    method: 'POST',
    path: `${API}/transaction`,
    headers,
    body: {
      identity: IDENTITY,
      orderNumber: `trial-${trial.nowMs()}`,
      company: merchant.companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
    },
  });
  return { id: answer.id, code: answer.link?.split('/').at(-1) ?? '', headers };
}

type Page = <Answer>(call: TrialCall) => Promise<Answer>;

/** As a page does, a service that is full is asked again, for half a minute: the load of a machine is no answer to what was shown. */
const MAX_TRIES = 60;

async function openPage(trial: Trial, code: string): Promise<Page> {
  const { cookie = '' } = await callTrial<SessionView>(trial, {
    method: 'POST',
    path: PAGE,
    headers: FROM_PAGE,
    body: { code },
  });
  const page: Page = async <Answer>(call: TrialCall) => {
    const headers = { ...FROM_PAGE, cookie, ...call.headers };
    const asPage = { ...call, path: PAGE + call.path, headers };
    const { answer } = await callTrial<Answer>(trial, asPage, MAX_TRIES);
    return answer;
  };
  trial.pass(READING_MS);
  const consent = { version: CONSENT_VERSION, language: 'en', accepted: true };
  await page<SessionView>({ method: 'PUT', path: '/consent', body: consent });
  return page;
}

/** One attempt, as the page makes it: a frame after the answer to the one before, no more than six a second. */
async function makeAttempt(
  trial: Trial,
  page: Page,
  { movement, isPage, frame }: Presenter,
  openedMs: number,
): Promise<FrameAnswer & { outcome: AttemptOutcome; highestStep: number }> {
  const attempt = await page<AttemptView>({
    method: 'POST',
    path: '/attempts',
    body: { movement, ...(isPage ? { camera: ORDINARY_CAMERA } : {}) },
  });
  let step = attempt.step;
  for (let position = attempt.nextPosition; ; position += 1) {
    const pose = attempt.poses[step] ?? 'front';
    const answer = await page<FrameAnswer>({
      method: 'PUT',
      path: `/attempts/${attempt.attemptId}/frames/${position}`,
      headers: isPage ? { 'x-captured-at-ms': String(Math.round(trial.nowMs())) } : {},
      body: await frame(pose, trial.nowMs() - openedMs),
    });
    step = answer.step;
    if (answer.outcome) return { ...answer, outcome: answer.outcome, highestStep: step };
    trial.pass(FRAME_INTERVAL_MS);
  }
}

async function awaitDecision(page: Page): Promise<void> {
  for (const since = performance.now(); performance.now() - since < DECIDED_WITHIN_MS; ) {
    const { stage } = await page<SessionView>({ method: 'GET', path: '' });
    if (stage !== 'processing' && stage !== 'camera') return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error('the capture was not decided within a minute');
}

async function readEnd(trial: Trial, { id, headers }: Asked): Promise<{ status: string; reasons: string[] }> {
  const path = `${API}/transactions/${id}/history`;
  const { answer } = await callTrial<TransactionHistoryResponse>(trial, { method: 'GET', path, headers });
  return { status: answer.status, reasons: answer.history.at(-1)?.reasons ?? [] };
}

/** Shows something to a new transaction of the merchant, from consent to decision, with as many attempts as there are. */
export async function showPresenter(
  trial: Trial,
  merchant: TrialMerchant,
  presenter: Presenter,
): Promise<Shown> {
  const asked = await ask(trial, merchant);
  const page = await openPage(trial, asked.code);
  const openedMs = trial.nowMs();
  const outcomes: AttemptOutcome[] = [];
  let hasPassedStep = false;
  for (;;) {
    const end = await makeAttempt(trial, page, presenter, openedMs);
    outcomes.push(end.outcome);
    hasPassedStep ||= end.highestStep > 0;
    if (end.outcome === 'completed' || end.attemptsLeft === 0) break;
    trial.pass(TRYING_AGAIN_MS);
  }
  await awaitDecision(page);
  const { status, reasons } = await readEnd(trial, asked);
  return { approved: status === 'approved', reasons, outcomes, hasPassedStep };
}
