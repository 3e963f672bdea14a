import { randomBytes, randomInt } from 'node:crypto';
import { webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { startChild } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import type { HttpResult } from '../harness/measure-http.ts';
import { measureSteadily } from '../harness/measure-steady.ts';
import type { Message } from '../harness/send-load.ts';
import { createMessage, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { serveLate } from './serve-late.ts';

/** The 99th percentile of creates in milliseconds, without a service for card evidence and with one; medians of rounds in turn. */
export type CardResult = {
  lateMs: number;
  plainMs: number;
  askedMs: number;
  asked: number;
  failures: number;
};

const LATE_MS = 50;
const ROUNDS = 5;
/** A small part of what the process can serve, so that the time is that of one create. */
const PER_SECOND = 50;
/** Sent before what counts: the sender is new, and so are its connections. */
const LEAD_SECONDS = 1;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Creates of other persons and cards each: those that have used up their transactions of a day are not asked about. */
const newCreates = ({ tenants }: Harness, count: number): Message[] =>
  Array.from({ length: count }, (_, index) => {
    const tenant = tenants[index % tenants.length] as BenchTenant;
    const binDigits = String(40_000_000 + randomInt(10_000_000));
    const lastDigits = String(randomInt(10_000)).padStart(4, '0');
    return createMessage(tenant, SERVICE_PATHS.create, { binDigits, lastDigits });
  });

/** Sends creates to the service as it is, and to one that asks an operator's service before each answer. */
export async function measureCard(harness: Harness, seconds: number): Promise<CardResult> {
  const late = await serveLate(LATE_MS);
  const port = await findFreePort();
  const settings = {
    ...harness.environment,
    PORT: String(port),
    // Tokens are good for this address.
    TITULAR_PUBLIC_URL: harness.url,
    TITULAR_CARD_EVIDENCE_URL: late.url,
    TITULAR_CARD_EVIDENCE_SECRETS: webhookSecret(randomBytes(32)),
  };
  const child = await startChild('harness/serve.ts', JSON.stringify(settings));
  const { db } = harness.database;
  const noted = {
    card_evidence_card: 'note',
    card_evidence_name: 'note',
    card_evidence_holder: 'note',
  } as const;
  try {
    await db
      .updateTable('companies')
      .set({ ...noted, module: 'pre' })
      .execute();
    const shape = { seconds, ratePerSecond: PER_SECOND, leadSeconds: LEAD_SECONDS };
    const send = (url: string): Promise<HttpResult> =>
      measureSteadily(url, newCreates(harness, (LEAD_SECONDS + seconds) * PER_SECOND), shape);
    // A process that has just started compiles what it runs.
    for (const url of [harness.url, `http://127.0.0.1:${port}`]) await send(url);
    const rounds: { plain: HttpResult; asked: HttpResult }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ plain: await send(harness.url), asked: await send(`http://127.0.0.1:${port}`) });
    return {
      lateMs: LATE_MS,
      plainMs: median(rounds.map(({ plain }) => plain.p99Ms)),
      askedMs: median(rounds.map(({ asked }) => asked.p99Ms)),
      asked: late.asked(),
      failures: rounds.reduce((sum, { plain, asked }) => sum + plain.failures + asked.failures, 0),
    };
  } finally {
    await child.stop();
    await late.close();
  }
}
