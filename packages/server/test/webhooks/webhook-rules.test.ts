import { randomBytes } from 'node:crypto';
import { parseRetryAfter } from '@titular/server/kernel/network/services/retry-after.ts';
import { eventBody } from '@titular/server/webhooks/events/event.ts';
import { pauseSeconds } from '@titular/server/webhooks/queue/schedule.ts';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { asId } from '@titular/test-kit';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';

describe('the signature', () => {
  const body = eventBody(
    {
      eventId: asId('01890000-0000-7000-8000-000000000001'),
      companyId: asId('01890000-0000-7000-8000-000000000003'),
      subject: {
        type: 'transaction.finished',
        transactionId: asId('01890000-0000-7000-8000-000000000002'),
        status: 'approved',
        sequence: 3,
      },
      orderNumber: undefined,
      createdAt: new Date('2026-01-01T00:00:00.123Z'),
    },
    'test',
  );

  test('an independent library verifies it with either secret of a rotation, and with no other (R41)', () => {
    const [former, present, foreign] = [24, 64, 32].map((size) => webhookSecret(randomBytes(size)));
    const headers = signWebhook('id', new Date(), body, [former ?? '', present ?? '']);
    for (const secret of [former, present]) {
      expect(new Webhook(secret ?? '').verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(foreign ?? '').verify(body, headers)).toThrow('No matching signature');
  });

  test('any changed bit of id, time or body is refused by an independent library (R40)', () => {
    const secret = webhookSecret(randomBytes(32));
    const verifier = new Webhook(secret);
    const headers = signWebhook('event-id', new Date(), body, [secret]);
    for (let bit = 0; bit < body.length * 7; bit += 1) {
      const at = Math.floor(bit / 7);
      const changed = String.fromCharCode(body.charCodeAt(at) ^ (1 << (bit % 7)));
      const altered = body.slice(0, at) + changed + body.slice(at + 1);
      expect(() => verifier.verify(altered, headers)).toThrow('No matching signature');
    }
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verifier.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow('No matching');
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'event-ie' })).toThrow('No matching');
  });

  test.each([0, 23, 65])('a secret of %s bytes neither comes into being nor signs (R40)', (size) => {
    const bytes = randomBytes(size);
    expect(() => webhookSecret(bytes)).toThrow('24 to 64');
    const text = `whsec_${bytes.toString('base64')}`;
    expect(() => signWebhook('id', new Date(), '{}', [text])).toThrow('24 to 64');
  });
});

describe('the schedule', () => {
  test('every pause is within a tenth of its row and a wish never shortens it nor passes a day (R42)', () => {
    const rows = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.double({ min: 0, noNaN: true }), { nil: undefined }),
        (failures, random, wished) => {
          const row = rows[Math.min(failures, rows.length) - 1] ?? 0;
          const pause = pauseSeconds(failures, random, { retryAfterSeconds: wished });
          expect(pause).toBeGreaterThanOrEqual(row * 0.9);
          expect(pause).toBeLessThanOrEqual(Math.max(row * 1.1, Math.min(wished ?? 0, 86_400)));
        },
      ),
    );
  });

  const now = new Date('2026-01-01T00:00:00Z');

  test.each([
    'Thu, 01 Jan 2026 00:02:00 GMT',
    'Thursday, 01-Jan-26 00:02:00 GMT',
    'Thu Jan  1 00:02:00 2026',
  ])('%s is a date that a receiver may ask for (R42)', (header) => {
    expect(parseRetryAfter(header, now)).toBe(120);
  });

  test('an absurd number of seconds counts as a day (R42)', () => {
    for (const header of ['99999999', '99999999999', '9'.repeat(400)]) {
      expect(pauseSeconds(1, 0.5, { retryAfterSeconds: parseRetryAfter(header, now) })).toBe(86_400);
    }
  });

  test.each(['foo 2030', '-5', '2099-01-01', '1.5', ' 3', 'Thu, 01 Jan 2099 00:00:00 +0000'])(
    '%s asks for nothing (R42)',
    (header) => {
      expect(parseRetryAfter(header, now)).toBeUndefined();
    },
  );
});
