import { containsCardNumber } from '@titular/server/kernel/base/card-numbers/card-number.ts';
import { postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { describe, expect, test } from 'vitest';
import { SPELLINGS, TEST_NUMBERS } from '../kernel/base/card-numbers/spellings.ts';
import { startScripted } from './scripted-server.ts';

const NUMBER = '5555555555554444';
const EXCERPT_BYTES = 4_096;

/** What the log would hold of an answer. */
async function excerptOf(answer: string): Promise<string> {
  const { port } = await startScripted((socket) => {
    const length = Buffer.byteLength(answer);
    socket.write(`HTTP/1.1 500 No\r\ncontent-length: ${length}\r\n\r\n${answer}`);
  });
  const result = await postWebhook({
    url: `http://127.0.0.1:${port}/`,
    body: '{}',
    headers: {},
    timeoutMs: 5_000,
    rules: { environment: 'test', loopbackAllowed: true, ports: [port] },
  });
  return result.kind === 'answered' ? result.excerpt : '';
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '');

describe('a full card number in the answer of a receiver is hidden (R29)', () => {
  test.each([
    ['{"card":"5555555555554444","text":"4111 1111 1111 1111"}', '{"card":"[hidden]","text":"[hidden]"}'],
    ['order 1001 refused: card 5555555555554444', 'order 1001 refused: card [hidden]'],
    ['refused: NTU1NTU1NTU1NTU1NDQ0NA== unknown', 'refused: [hidden] unknown'],
    ['order 1001-2002 of 2026-11-22 is unknown', 'order 1001-2002 of 2026-11-22 is unknown'],
  ])('%s', async (answer, kept) => {
    expect(await excerptOf(answer)).toBe(kept);
  });

  test.each(SPELLINGS)('%s', async (_name, write) => {
    for (const [network, number] of TEST_NUMBERS.slice(0, 2)) {
      const excerpt = await excerptOf(`before this\n${write(number)}\nbehind it`);
      expect(excerpt, network).toContain('[hidden]');
      expect(containsCardNumber(excerpt), `${network}: ${excerpt}`).toBe(false);
      expect(digitsOf(excerpt), network).not.toContain(number.slice(0, 8));
      expect(digitsOf(excerpt), network).not.toContain(number.slice(-8));
    }
  });

  test.each([1, 8, 15, 16, 17])('also when what is kept ends within it, after %i digits', async (count) => {
    const excerpt = await excerptOf('x'.repeat(EXCERPT_BYTES - count) + NUMBER + 'y'.repeat(9_000));
    expect(excerpt).toBe(
      `${'x'.repeat(EXCERPT_BYTES - count)}[hidden]${'y'.repeat(99)}`.slice(0, EXCERPT_BYTES),
    );
  });

  test.each(['5555 5555 5555 4444', '&#53;'.repeat(12) + '&#52;'.repeat(4), 'NTU1NTU1NTU1NTU1NDQ0NA=='])(
    'also when what is looked at ends within it, and so much was hidden before that it would be kept: %s',
    async (written) => {
      for (let shift = 0; shift < written.length; shift += 1) {
        const excerpt = await excerptOf(`${'z'.repeat(shift)}\n${`${written} or\n`.repeat(4_000)}`);
        expect(excerpt.replaceAll('[hidden]', ''), String(shift)).not.toMatch(/[0-9]|NTU1NTU1N/);
        expect(excerpt).toContain('[hidden]');
      }
    },
  );
});
