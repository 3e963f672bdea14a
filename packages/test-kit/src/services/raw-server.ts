import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** Listens on loopback until the test ends; `answer` is given each connection once it has asked for something. */
export async function startRaw(answer: (socket: Socket) => unknown, server?: Server): Promise<string> {
  const sockets = new Set<Socket>();
  const listening = server ?? createServer((socket) => socket.once('data', () => answer(socket)));
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** Makes a certificate for 127.0.0.1 that signs itself. */
export async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-tls-'));
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [
    'req',
    ...kind,
    '-subj',
    '/CN=127.0.0.1',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  const made = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  await rm(directory, { recursive: true });
  return made;
}
