import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below 32768, where Linux and macOS begin to give ports to whoever connects or listens on port 0.
const MIN_PORT = 20_000;
const MAX_PORT = 32_766;
const TRIES = 100;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** A TCP port of the loopback address that was free a moment ago, as was the one above it, where a demo hears its webhooks; no program is given either by chance. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = 2 * randomInt(MIN_PORT / 2, MAX_PORT / 2 + 1);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error(`no free port found between ${MIN_PORT} and ${MAX_PORT}`);
}
