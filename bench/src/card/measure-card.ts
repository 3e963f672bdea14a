import { randomBytes, randomInt } from 'node:crypto';
import { webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { startChild } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import { type HttpResult, type Load, measureHttp } from '../harness/measure-http.ts';
import { createLoad } from '../requests/loads.ts';
import { SERVICE_PATHS } from '../tenants/tenant-messages.ts';
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

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The same creates, each of another person and card: those that have used up their transactions of a day are not asked about. */
const newCards = (load: Load): Load => ({
  ...load,
  next: () => {
    const { body = '{}', ...rest } = load.next();
    const { card, ...others } = JSON.parse(body) as { card: object };
    const lastDigits = String(randomInt(10_000)).padStart(4, '0');
    const binDigits = String(40_000_000 + randomInt(10_000_000));
    const identity = { key: 'cpf', value: newCpf() };
    return {
      ...rest,
      body: JSON.stringify({ ...others, identity, card: { ...card, binDigits, lastDigits } }),
    };
  },
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
    const send = (url: string): Promise<HttpResult> =>
      measureHttp(newCards(createLoad(url, SERVICE_PATHS.create, harness.tenants)), seconds, {
        ratePerSecond: PER_SECOND,
      });
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
