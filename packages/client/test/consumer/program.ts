import {
  createEventHandler,
  isFinalStatus,
  Titular,
  TitularError,
  type TransactionStatus,
  verifyWebhook,
  type WebhookEvent,
} from '@titular/client';

/** What a merchant's program writes: every form of the interface that a compiler has to understand. */
export async function sell(
  privateKey: string,
  request: Request,
  expirationDate: string | undefined,
): Promise<TransactionStatus | undefined> {
  const client = new Titular({
    baseUrl: 'https://titular.example',
    credentials: { kind: 'assertion', account: 'shop', tenantId: 'tenant', privateKey },
    hooks: { onRetry: ({ waitMs, error }) => console.warn(waitMs, error.kind) },
  });
  const { id, link } = await client.transactions.create({
    identity: { key: 'cpf', value: '52998224725' },
    orderNumber: 'order-1001',
    company: 'company',
    card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate },
  });
  const handle = createEventHandler({
    'transaction.finished': (event) => client.events.accept(event),
    'process.finished': ({ processId }) => processId.length,
  });
  const event: WebhookEvent = await verifyWebhook({
    payload: await request.arrayBuffer(),
    headers: request.headers,
    secrets: ['whsec_'],
    toleranceSeconds: undefined,
  });
  if (event.type === 'transaction.changed' && event.status !== 'approved') await handle(event);
  const endpoint = await client.webhookEndpoints.create({
    company: 'company',
    url: 'https://shop.example',
    description: undefined,
  });
  for await (const pulled of client.events.list({ after: 'latest', limit: 10 })) await handle(pulled);
  for await (const { attempts } of client.deliveries.list(endpoint.id)) console.log(attempts);
  for await (const one of client.transactions.list({ limit: 10, cursor: undefined }))
    console.log(one.orderNumber, link);
  try {
    const { status } = await client.waitForFinal(id, { signal: AbortSignal.timeout(1000), events: 'only' });
    return isFinalStatus(status) ? status : undefined;
  } catch (error) {
    if (error instanceof TitularError && error.retryable) console.warn(error.idempotencyKey);
    throw error;
  }
}
