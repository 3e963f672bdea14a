import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Titular } from '@titular/client';
import { checkService, NotReady, readDemo, USUAL_DATA } from './check-service.ts';
import { createShop } from './shop.ts';

const ECHO_MS = 500;

async function start(): Promise<void> {
  const usual = process.env['TITULAR_DATA_DIR']?.trim() || USUAL_DATA;
  const { values } = parseArgs({ options: { data: { type: 'string', default: usual } } });
  const demo = await readDemo(values.data);
  const { account, tenantId, keyId, privateKey, issuer } = demo;
  const client = new Titular({
    baseUrl: issuer,
    credentials: { kind: 'assertion', account, tenantId, keyId, privateKey },
  });
  const { port, hostname } = new URL(demo.webhookUrl);
  // By another name than the service's address, so that browsers take the two for different sites, as they will be.
  const address = `http://localhost:${port}`;
  await checkService(client, demo, address, values.data);
  const { companyId: company, webhookSecret } = demo;
  const shop = createShop({ client, service: issuer, company, webhookSecret });
  shop.listen(Number(port), hostname);
  await once(shop, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new NotReady(
      `Port ${port}, to which the demo's webhooks go, is in use. Does a demo or another shop run? End it first.`,
    );
  });
  console.log(`The shop is open at ${address} - Ctrl-C closes it.`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    shop.close(() => console.log('Closed.'));
    shop.closeAllConnections();
    // One Ctrl-C arrives twice: from the terminal, and passed on by npm. The second would kill a process that is just ending.
    setTimeout(() => undefined, ECHO_MS);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

start().catch((error: Error) => {
  console.error(error instanceof NotReady ? error.message : `The shop cannot open: ${error.message}`);
  process.exitCode = 1;
});
