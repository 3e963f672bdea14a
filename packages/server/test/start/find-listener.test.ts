import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { describeListener } from '@titular/server/start/find-listener.ts';
import { findFreePort } from '@titular/test-kit';
import { expect, test } from 'vitest';

const program = basename(process.execPath);
// Only Linux tells which process has a socket.
const onLinux = test.runIf(process.platform === 'linux');

onLinux('who holds a port is told by process and program, and by nothing else of it (D20)', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    expect(await describeListener(port)).toBe(` by process ${process.pid} (${program})`);
  } finally {
    server.close();
  }
});

onLinux('a service of ours is told as one (D20)', async () => {
  const port = await findFreePort();
  const script = `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', script, '/opt/titular/bin/titular.cjs', '--token=secret']);
  try {
    await once(child.stdout, 'data');
    expect(await describeListener(port)).toBe(` by another titular, process ${child.pid} (${program})`);
  } finally {
    child.kill();
  }
});

test('of a port that nobody holds nothing is told (D20)', async () => {
  expect(await describeListener(await findFreePort())).toBe('');
});
