import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { finishProcess, stepsOf } from './process-ground.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

describe('a person who finishes a process', () => {
  test('is live and positive, and the process tells its way', async () => {
    const { id, process } = await finishProcess(service, merchant);
    expect(process).toMatchObject({
      state: 'PROCESS_STATE_FINISHED',
      result: 'PROCESS_RESULT_OK',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_LIVE',
        authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
      },
    });
    const steps = await stepsOf(merchant, id);
    expect(steps.map(({ event, actor }) => [event, actor])).toEqual([
      ['create', 'merchant'],
      ['capture-finished', 'person'],
      ['approve', 'service'],
    ]);
    expect(steps.at(-1)?.reasons).toEqual(['live', 'enrolled']);
  });

  test('and is another than the one that is enrolled is live and negative', async () => {
    const cpf = newCpf();
    await finishProcess(service, merchant, { cpf, person: 'b' });
    const { process } = await finishProcess(service, merchant, { cpf, person: 'c' });
    expect(process).toMatchObject({
      result: 'PROCESS_RESULT_INVALID_IDENTITY',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_LIVE',
        authenticationResult: 'AUTHENTICATION_RESULT_NEGATIVE',
      },
    });
  });
});
