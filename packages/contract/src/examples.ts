import { accountExamples } from './account/account-examples.ts';
import { captureRecordExamples } from './captures/capture-record-examples.ts';
import type { OperationExamples } from './example.ts';
import { platformExamples } from './processes/platform-examples.ts';
import { processExamples } from './processes/process-examples.ts';
import { referenceExamples } from './references/reference-examples.ts';
import { sandboxExamples, scenarioExamples } from './sandbox/sandbox-examples.ts';
import { tokenExamples } from './tokens/token-examples.ts';
import { transactionExamples } from './transactions/transaction-examples.ts';
import { webhookEndpointExamples } from './webhooks/webhook-endpoint-examples.ts';
import { webhookLogExamples } from './webhooks/webhook-log-examples.ts';

/** Every example of the documentation, by operation; a test carries each of them out against a service. */
export const operationExamples: Readonly<Record<string, OperationExamples>> = {
  ...transactionExamples,
  createTransaction: { ...transactionExamples['createTransaction'], ...scenarioExamples },
  ...processExamples,
  ...captureRecordExamples,
  ...sandboxExamples,
  ...webhookEndpointExamples,
  ...webhookLogExamples,
  ...platformExamples,
  ...accountExamples,
  ...referenceExamples,
  ...tokenExamples,
  readHealth: { alive: { summary: 'The process answers', status: 200, answer: { status: 'alive' } } },
  readReadiness: { ready: { summary: 'Requests can be served', status: 200, answer: { status: 'ready' } } },
  readOpenApi: {
    beginning: {
      summary: 'How the document begins',
      status: 200,
      answer: { openapi: '3.1.0', info: { title: 'titular', version: '1.0.0' } },
    },
  },
  readReference: {
    beginning: { summary: 'How the page begins', status: 200, answer: '<!doctype html>' },
  },
  readLlmsText: {
    beginning: { summary: 'How the text begins', status: 200, answer: '# titular' },
  },
};
