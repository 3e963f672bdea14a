import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '@titular/test-kit/free-port.ts';

/** An answer that would change the page if it were markup. */
export const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
/** How much of an answer is kept. */
export const KEPT_BYTES = 4_096;

const says =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end(body);

/** What a receiver does, by the end of its address, and the words of the page about it. */
const BEHAVIOURS: readonly [name: string, act: (response: ServerResponse) => unknown, words: string][] = [
  ['takes', says(204), '204, taken'],
  ['markup', says(200, MARKUP, { 'content-type': 'text/html' }), MARKUP],
  ['long', says(200, 'y'.repeat(3 * KEPT_BYTES)), '200, taken'],
  ['redirects', says(302, '', { location: 'http://192.0.2.1/' }), '302, a redirect, which is never followed'],
  ['refuses', says(400, 'no such order'), '400, the receiver refuses it'],
  ['distrusts', says(401), '401, the receiver does not accept the signature or the credentials'],
  ['lost', says(404), '404, there is nothing at this address'],
  ['gone', says(410), '410, the receiver wants nothing more: the endpoint was switched off'],
  ['slower', says(429, '', { 'retry-after': '120' }), '429, the receiver asks for a slower pace'],
  ['broken', says(500, 'stack trace'), '500, the receiver has a fault'],
  ['cuts', (response) => response.socket?.destroy(), 'the connection was cut'],
  ['hangs', () => undefined, 'no complete answer in time'],
];

/** Each kind of receiver, the one that nobody runs included, with the words of the page about it. */
export const RECEIVER_WORDS: readonly (readonly [name: string, words: string])[] = [
  ...BEHAVIOURS.map(([name, , words]) => [name, words] as const),
  ['nobody', 'the connection was refused'],
];

/** Receivers of every kind: their addresses, and what ends them. */
export type Receivers = { urls: readonly string[]; close(): void };

/** Starts one server that behaves as the end of the address says, beside an address where nothing listens. */
export async function startReceivers(): Promise<Receivers> {
  const server = createServer((request, response) => {
    const name = request.url?.slice(1);
    request.resume().once('end', () => BEHAVIOURS.find(([one]) => one === name)?.[1](response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: [
      ...BEHAVIOURS.map(([name]) => `${base}/${name}`),
      `http://127.0.0.1:${await findFreePort()}/nobody`,
    ],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
