import { fileURLToPath } from 'node:url';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { hasPython, runPython } from './run-python.ts';

const PROGRAM = fileURLToPath(new URL('shown.py', import.meta.url));

describe.skipIf(!hasPython)('a secret of the Python client', () => {
  test('is shown by no repr, vars, asdict or json, also inside of something else, and never pickled', async () => {
    const service = await startScripted();
    const { code, stdout, stderr } = await runPython([PROGRAM], { env: { TITULAR_URL: service.url } });
    expect([code, stderr]).toEqual([0, '']);
    expect(service.tokenRequests.length).toBe(1);
    expect(stdout).toContain("client_id='shop'");
    const basic = Buffer.from('shop:canary-secret-4711').toString('base64');
    for (const secret of ['canary', 'token-1', basic]) expect(stdout).not.toContain(secret);
  });
});

const AMOUNT = `
from decimal import Decimal
from typing import Union, get_type_hints
from titular import operations
given = get_type_hints(operations.CreateTransactionRequest)["value"]
read = get_type_hints(operations.WebhookEndpoint)["timeoutSeconds"]
print(given == Union[float, Decimal], read == float)
`;

test.skipIf(!hasPython)(
  'an amount that is sent may be a Decimal by its type, and what is read is a float',
  async () => {
    expect((await runPython(['-c', AMOUNT])).stdout).toBe('True True\n');
  },
);
