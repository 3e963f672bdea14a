import { connect } from 'node:net';
import { ErrorResponse } from '@titular/contract';
import type { TestService } from '@titular/test-kit';
import { Value } from 'typebox/value';
import { expect } from 'vitest';

const SILENCE_MS = 4_000;

/** Sends pieces as they are, one after another as fast as they are taken, and gives all that comes back until the other side closes; Node gives no late answer to who closed its own side. */
export function exchange(
  service: TestService,
  pieces: Iterable<string | Uint8Array>,
  thenLeaves = false,
): Promise<{ text: string; bytesSent: number }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    const source = pieces[Symbol.iterator]();
    const pump = (): void => {
      for (let next = source.next(); !next.done; next = source.next()) {
        if (!socket.write(next.value)) return;
      }
      if (thenLeaves) socket.end();
    };
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('drain', pump);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, bytesSent: socket.bytesWritten }));
    socket.on('connect', pump);
  });
}

/** Request line and headers, up to the empty line. */
export const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** The one answer in what came back: its status, its headers as text, and its body, checked as the body of a refusal when it is one. */
export function onlyAnswer(text: string): { status: number; headers: string; body: Record<string, unknown> } {
  expect(text.match(/HTTP\/1\.1 \d{3} /g) ?? []).toHaveLength(1);
  const end = text.indexOf('\r\n\r\n');
  const status = Number(text.slice(9, 12));
  const body: unknown = JSON.parse(text.slice(end + 4));
  if (status >= 400) expect(Value.Check(ErrorResponse, body), text).toBe(true);
  return { status, headers: text.slice(0, end).toLowerCase(), body: body as Record<string, unknown> };
}
