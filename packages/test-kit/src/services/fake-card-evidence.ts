import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CardAnswers, CardEvidenceQuestion } from '@titular/contract';
import { webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { type Asked, answerBadly, type Fault, listen, readAsked, stop } from './faulty-server.ts';

/** An operator's service for card evidence on loopback; `faultFor` is asked before each answer, with the number of the request from 1. */
export type FakeCardEvidence = {
  url: string;
  /** The settings that make a service use it. */
  env: Record<string, string>;
  secret: string;
  asked: readonly Asked[];
  /** What each question is answered; members that are left out are not sent. */
  answers: Partial<CardAnswers> & { reference?: string };
  faultFor: (asked: Asked, count: number) => Fault | undefined;
  /** The last question. */
  question(): CardEvidenceQuestion;
  /** Refuses connections until it comes back at the same address. */
  stopAnswering(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

/** Answers that are all good. */
export const CONFIRMED: CardAnswers = {
  ...{ card: 'active', name: 'match', holder: 'same_identity', authentication: 'authenticated' },
};

/** Starts a service on a free port of 127.0.0.1 that confirms every card. */
export async function startFakeCardEvidence(): Promise<FakeCardEvidence> {
  const asked: Asked[] = [];
  const secret = webhookSecret(randomBytes(32));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await readAsked(request);
    asked.push(one);
    const fault = fake.faultFor(one, asked.length);
    if (fault?.kind === 'silent') return;
    if (fault && fault.kind !== 'members') return answerBadly(response, fault);
    const { transaction } = JSON.parse(one.body) as CardEvidenceQuestion;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ transaction, ...fake.answers, somethingNew: 1, ...fault?.members }));
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: Error) => response.destroy(error));
  });
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}/cards`;
  const fake: FakeCardEvidence = {
    ...{ url, secret, asked, answers: CONFIRMED, faultFor: () => undefined },
    env: { TITULAR_CARD_EVIDENCE_URL: url, TITULAR_CARD_EVIDENCE_SECRETS: secret },
    question: () => JSON.parse(asked.at(-1)?.body ?? 'null') as CardEvidenceQuestion,
    stopAnswering: () => stop(server),
    comeBack: async () => {
      await listen(server, port);
    },
    close: () => stop(server),
  };
  return fake;
}
