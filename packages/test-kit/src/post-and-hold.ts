import { request } from 'node:http';

/** What a receiver answered that did not wait for the end of a request: `connection` says whether it ends the connection with it. */
type EarlyAnswer = { status: number | undefined; connection: string | undefined };

/** Posts so many bytes to a receiver and never ends the request; resolves with its answer, once it has ended the connection as well. */
export const postAndHold = (url: string, bytes: number): Promise<EarlyAnswer> =>
  new Promise((resolve, reject) => {
    let early: EarlyAnswer | undefined;
    let failure: Error | undefined;
    const asked = request(url, { method: 'POST' });
    asked.on('response', (answer) => {
      early = { status: answer.statusCode, connection: answer.headers.connection };
      answer.resume();
    });
    // After the answer a connection may be reset: what was sent last was not read.
    asked.on('error', (error) => {
      failure = error;
    });
    asked.on('close', () => (early ? resolve(early) : reject(failure)));
    asked.write(Buffer.alloc(bytes, ' '));
  });
