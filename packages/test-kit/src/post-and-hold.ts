import { request } from 'node:http';

/** Posts so many bytes to a receiver and never ends the request; resolves with the status it answers, once it has ended the connection as well. */
export const postAndHold = (url: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let status: number | undefined;
    let failure: Error | undefined;
    const asked = request(url, { method: 'POST' });
    asked.on('response', (answer) => {
      status = answer.statusCode;
      answer.resume();
    });
    // After the answer a connection may be reset: what was sent last was not read.
    asked.on('error', (error) => {
      failure = error;
    });
    asked.on('close', () => (status === undefined ? reject(failure) : resolve(status)));
    asked.write(Buffer.alloc(bytes, ' '));
  });
