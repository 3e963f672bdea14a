import { errorCatalogue } from '@titular/contract';
import { createLog, type Log } from '@titular/server/kernel/base/log.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { errorReply, toRefusal } from '@titular/server/kernel/http/answers/error-reply.ts';
import { describe, expect, test } from 'vitest';

const silent = createLog('silent');
const requestId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

/** What the validator reports of one broken rule. */
const invalid = (...issues: object[]): Error => Object.assign(new Error('body'), { validation: issues });
const issue = (instancePath: string, keyword: string, params: object = {}): object => ({
  instancePath,
  keyword,
  params,
  schemaPath: '',
});

describe('what an error is answered with', () => {
  test('a refusal: its code, message and headers', () => {
    const refusal = new Refusal('42901', undefined, { 'retry-after': '3' });
    expect(errorReply(refusal, requestId, silent)).toEqual({
      status: 429,
      body: { code: '42901', message: errorCatalogue['42901'].message },
      headers: { 'retry-after': '3' },
    });
  });

  test.each([
    [issue('/card', 'required', { missingProperty: 'name' }), 'card.name is missing.'],
    [issue('', 'required', { missingProperty: 'identity' }), 'identity is missing.'],
    [issue('/card/binDigits', 'pattern'), 'card.binDigits does not have the form that is documented for it.'],
    [
      {
        ...issue('/limit', 'pattern'),
        parentSchema: { description: 'Most in a page. More words.', examples: ['20'] },
      },
      'limit must look like 20: most in a page.',
    ],
    [
      {
        ...issue('/card/binDigits', 'pattern'),
        parentSchema: { description: 'The first 8 digits of the card.', examples: ['41111111'] },
      },
      'card.binDigits must be the first 8 digits of the card, such as 41111111.',
    ],
    [
      { ...issue('/limit', 'pattern'), parentSchema: { description: '1 to 100; default 20.' } },
      'limit must be 1 to 100.',
    ],
    [{ ...issue('/code', 'pattern'), parentSchema: { examples: ['40002'] } }, 'code must look like 40002.'],
    [
      {
        ...issue('/card', 'additionalProperties', { additionalProperty: 'bin_digits' }),
        parentSchema: { properties: { binDigits: {} } },
      },
      'card.bin_digits is not a field that this operation knows: write it as binDigits.',
    ],
    [
      issue('', 'additionalProperties', { additionalProperty: 'cvv' }),
      'cvv is not a field that this operation knows.',
    ],
    [issue('/value', 'type', { type: 'number' }), 'value must be a number.'],
    [issue('/value', 'type', { type: 'new' }), 'value must be of type new.'],
    [issue('/webhook', 'minLength', { limit: 3 }), 'webhook must have at least 3 characters.'],
    [issue('/orderNumber', 'minLength', { limit: 1 }), 'orderNumber must have at least 1 character.'],
    [issue('/orderNumber', 'maxLength', { limit: 100 }), 'orderNumber must have at most 100 characters.'],
    [issue('/value', 'minimum', { limit: 0 }), 'value must be at least 0.'],
    [issue('/language', 'enum', { allowedValues: ['pt', 'en'] }), 'language must be one of pt, en.'],
    [issue('/company', 'format', { format: 'uuid' }), 'company must be a UUID.'],
    [issue('/orderNumber', 'anyOf'), 'orderNumber is not valid.'],
  ])('a broken rule of the schema, %j: 40002 with a sentence that names the field', (broken, sentence) => {
    expect(errorReply(invalid(broken), requestId, silent).body).toEqual({ code: '40002', message: sentence });
  });

  test('of several broken rules the first is told', () => {
    const error = invalid(issue('/orderNumber', 'minLength', { limit: 1 }), issue('/orderNumber', 'anyOf'));
    expect(toRefusal(error)?.message).toBe('orderNumber must have at least 1 character.');
  });

  test.each(['22021', '22P05'])(
    'a text that PostgreSQL cannot hold (SQLSTATE %s): 40002, as it came with the request (R27)',
    (code) => {
      expect(errorReply(Object.assign(new Error('x'), { code }), requestId, silent)).toMatchObject({
        status: 400,
        body: { code: '40002', message: 'A text has a NUL character, which no field may have.' },
      });
    },
  );

  test('a body that is too large: 40001, which says how many bytes it may have', () => {
    const error = Object.assign(new Error('x'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' });
    const asked = { schema: undefined, given: undefined, limitBytes: 32_768 };
    expect(toRefusal(error, asked)?.message).toBe('The body is larger than 32 KiB.');
  });

  test('a body that is no object: 40001', () => {
    expect(toRefusal(invalid(issue('', 'type', { type: 'object' })))?.code).toBe('40001');
    expect(toRefusal(invalid())?.code).toBe('40001');
  });

  test.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, '40001'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, '40001'],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, '40001'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, '40001'],
    ['FST_ERR_BAD_URL', 400, '40400'],
    ['FST_ERR_NEW_ONE', 418, '40001'],
  ])(
    '%s of the framework, status %i: %s, and no other status than documented',
    (code, statusCode, expected) => {
      const reply = errorReply(Object.assign(new Error('x'), { code, statusCode }), requestId, silent);
      expect([reply.status, reply.body]).toEqual([
        Number(expected.slice(0, 3)),
        expect.objectContaining({ code: expected }),
      ]);
    },
  );
});

describe('a fault', () => {
  const nothing = errorCatalogue['50001'].message;
  const unsure =
    'Something went wrong on our side; it is not known whether anything was changed. Read what is there before you repeat it, or repeat it with its Idempotency-Key.';
  const said = (code: string, severity = 'ERROR') => Object.assign(new Error('x'), { code, severity });

  test.each([
    ['a text', unsure],
    [{ any: 'thing' }, unsure],
    [new Error('an answer that cannot be written'), unsure],
    [Object.assign(new Error('x'), { code: 'FST_ERR_REP_ALREADY_SENT', statusCode: 500 }), unsure],
    [Object.assign(new Error('x'), { code: 'ENOENT', path: '/a' }), unsure],
    // The server may carry out what was sent, and a commit may wait for its standby.
    [new Error('Query read timeout'), unsure],
    [new Error('Connection terminated unexpectedly'), unsure],
    [Object.assign(new Error('read'), { code: 'ECONNRESET' }), unsure],
    [said('57P01', 'FATAL'), unsure],
    [said('08006', 'FATAL'), unsure],
    [said('40003'), unsure],
    [said('XX000', 'PANIC'), unsure],
    // It refused a statement, and with it the transaction.
    [said('42P01'), nothing],
    [said('23505'), nothing],
    [said('57014'), nothing],
    [said('55P03'), nothing],
    // Nothing was sent.
    [said('57P03', 'FATAL'), nothing],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), nothing],
    [Object.assign(new Error('no statement was free'), { code: 'NO_TURN' }), nothing],
    [new Error('timeout exceeded when trying to connect'), nothing],
  ])('%s is logged whole once with the request id, and is told by 50001: %s (R27, R76)', (fault, message) => {
    const logged: unknown[][] = [];
    const log = { error: (...entry: unknown[]) => logged.push(entry) } as unknown as Log;
    const reply = errorReply(fault, requestId, log);
    expect([reply.status, reply.body]).toEqual([500, { code: '50001', message }]);
    expect(logged).toEqual([[{ err: fault, requestId }, expect.any(String)]]);
  });

  test('of a request that only reads, or that was never begun, it says that nothing was changed (R76)', () => {
    const reply = errorReply(new Error('Query read timeout'), requestId, silent, { isHarmless: true });
    expect(reply.body).toEqual({ code: '50001', message: nothing });
  });

  test('a refusal is not logged as one', () => {
    const log = { error: () => expect.unreachable('logged') } as unknown as Log;
    errorReply(new Refusal('40002'), requestId, log);
  });
});
