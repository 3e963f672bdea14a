import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const DOCUMENT =
  '<!doctype html><html lang="en"><title>Empty</title><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';

async function buildScript(): Promise<string> {
  const built = await build({
    ...{ root: import.meta.dirname, configFile: false, logLevel: 'error', mode: 'production' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'empty-page.ts', formats: ['es'], fileName: 'page' },
    },
  });
  const [output] = [built].flat().filter((one): one is Rolldown.RolldownOutput => 'output' in one);
  if (!output) throw new Error('the empty page was not built');
  return output.output[0].code;
}

/** Serves a page of React that shows one button, compressed as the portal is. */
export async function serveEmptyPage(): Promise<{ url: string; close(): void }> {
  const script = brotliCompressSync(await buildScript());
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(DOCUMENT);
    else
      response
        .setHeader('content-type', 'text/javascript; charset=utf-8')
        .setHeader('content-encoding', 'br')
        .end(script);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => void server.close() };
}
