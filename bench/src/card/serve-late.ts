import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CardEvidenceQuestion } from '@titular/contract';
import { CONFIRMED } from '@titular/test-kit/services/fake-card-evidence.ts';

/** A service that confirms every card so many milliseconds after it was asked; gives its address, and how often it was asked. */
export async function serveLate(
  lateMs: number,
): Promise<{ url: string; asked(): number; close(): Promise<void> }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    void text(request).then((body) => {
      const { transaction } = JSON.parse(body) as CardEvidenceQuestion;
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ transaction, ...CONFIRMED }));
      }, lateMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cards`,
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
