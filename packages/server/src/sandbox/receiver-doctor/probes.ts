import type { Probe } from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { CompanyId, EventId, TransactionId } from '../../kernel/base/id.ts';
import { type EventSubject, eventBody, signWebhook } from '../../webhooks/index.ts';
import { signingSecrets, strangeSecret } from '../catalogue/choose-secrets.ts';

/** A delivery as it is sent: with the body that was signed, or another one. */
export type MadeProbe = { webhookId: string; at: Date; body: string; headers: Record<string, string> };

/** What the probes of one examination share: ids that some of them have in common, and the secrets that sign now, the present one first. */
export type ProbeFacts = {
  companyId: CompanyId;
  environment: Environment;
  secrets: readonly string[];
  /** The secret before, also where its overlap has ended; undefined where there is none. */
  oldSecret: string | undefined;
  startedAt: Date;
  now: Date;
  /** An id that stays the same for a name, however often the examination is taken up again. */
  idOf(name: string): string;
};

/** Seconds for which a receiver may believe a timestamp (Standard Webhooks), and more than that. */
const TOO_OLD_SECONDS = 600;
/** By so much is an event late that a receiver was down for. */
const LATE_SECONDS = 3_600;

type Body = { id: string; body: string };

function transactionBody(
  facts: ProbeFacts,
  {
    name,
    about,
    ...rest
  }: { name: string; about: string; at: Date } & Pick<
    Extract<EventSubject, { sequence: number }>,
    'type' | 'status' | 'sequence' | 'hasIdentityChanged'
  >,
): Body {
  const { at, ...change } = rest;
  const id = facts.idOf(name);
  const subject = { ...change, transactionId: facts.idOf(about) as TransactionId };
  const event = {
    eventId: id as EventId,
    companyId: facts.companyId,
    createdAt: at,
    subject,
    orderNumber: undefined,
  };
  return { id, body: eventBody(event, facts.environment) };
}

const APPROVED = {
  type: 'transaction.finished',
  status: 'approved',
  sequence: 3,
  hasIdentityChanged: false,
} as const;
const PROCESSING = { type: 'transaction.changed', status: 'processing', sequence: 2 } as const;

function bodyOf(facts: ProbeFacts, probe: Probe): Body {
  const { startedAt: at } = facts;
  switch (probe) {
    case 'twice':
      return bodyOf(facts, 'right');
    case 'late': {
      const late = addSeconds(at, -LATE_SECONDS);
      return transactionBody(facts, { name: probe, about: 'late one', at: late, ...APPROVED });
    }
    case 'ahead':
      return transactionBody(facts, { name: probe, about: 'ordered one', at, ...APPROVED });
    case 'behind':
      return transactionBody(facts, { name: probe, about: 'ordered one', at, ...PROCESSING });
    case 'unknown-type': {
      const id = facts.idOf(probe);
      const { environment } = facts;
      const event = {
        id,
        type: 'sandbox.unknown',
        time: at.toISOString(),
        environment,
        note: 'A field of later.',
      };
      return { id, body: JSON.stringify(event) };
    }
    default:
      return transactionBody(facts, { name: probe, about: `${probe} one`, at, ...APPROVED });
  }
}

/** Makes a probe: its body, signed as it is to be; undefined where there is no old secret to sign with. */
export function makeProbe(facts: ProbeFacts, probe: Probe): MadeProbe | undefined {
  const { secrets, oldSecret, now } = facts;
  const { id, body } = bodyOf(facts, probe);
  const made = (by: readonly string[], at = now): MadeProbe => ({
    ...{ webhookId: id, at, body },
    headers: signWebhook(id, at, body, by),
  });
  switch (probe) {
    case 'two-signatures':
      return made([strangeSecret(), ...secrets]);
    case 'bad-signature':
      return made(signingSecrets(probe, secrets));
    case 'old-secret':
      return oldSecret === undefined ? undefined : made([oldSecret]);
    case 'no-signature': {
      const { 'webhook-signature': _, ...headers } = made(secrets).headers;
      return { ...made(secrets), headers };
    }
    case 'old-timestamp':
      return made(secrets, addSeconds(now, -TOO_OLD_SECONDS));
    case 'changed-body': {
      const changed = body.replace('"approved"', '"inconclusive"');
      return { ...made(secrets), body: changed };
    }
    default:
      return made(secrets);
  }
}
