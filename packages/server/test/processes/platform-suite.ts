import type { Process } from '@titular/contract';
import { newCpf, type TestService } from '@titular/test-kit';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endOf } from '../captures/attack-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import {
  ended,
  finishedAgo,
  newProcessBody,
  readProcess,
  reusing,
  type Started,
  startProcess,
  stepsOf,
} from './process-fixture.ts';

/** A service on a clock that the test moves, with a platform behind it that a person can be at. */
export type PlatformHouse = {
  service: TestService;
  /** The person does what is asked, and is always the same one. */
  finishWell(started: Started): Promise<void>;
  /** Another person does it in that one's place. */
  finishAsAnother(started: Started): Promise<void>;
  /** Lets what the minute brings be done now. */
  letMinutePass(): Promise<void>;
  /** Why a card is approved that uses a process of this platform. */
  foundLive: 'live' | 'live_elsewhere';
  close(): Promise<void>;
};

const MINUTE_SECONDS = 60;

/** What every identity platform gives, by the API of this service alone (R20, R23). */
export function describePlatform(name: string, open: () => Promise<PlatformHouse>): void {
  describe(name, () => {
    let house: PlatformHouse;
    let merchant: Merchant;
    let receiver: WebhookReceiver;
    /** Of the one person who finishes well; the others have one of their own. */
    const own = newCpf();

    beforeAll(async () => {
      house = await open();
      merchant = await newMerchant(house.service);
      receiver = await startWebhookReceiver();
      const { secret } = await register(house.service, merchant, receiver.url);
      receiver.trust(secret);
    });
    afterAll(async () => {
      await house.close();
      await receiver.close();
    });

    /** The next event about something of that id; what others bring meanwhile is passed over. */
    async function eventOf(id: string): Promise<Record<string, unknown>> {
      for (let seen = 0; seen < 20; seen += 1) {
        const { event, body, refusal } = await receiver.next();
        expect(refusal).toBeUndefined();
        if (body.includes(id)) return event as unknown as Record<string, unknown>;
      }
      throw new Error(`nothing was told of ${id}`);
    }

    async function finished(): Promise<Started & { process: Process }> {
      const started = await startProcess(merchant, own);
      await house.finishWell(started);
      return { ...started, process: await ended(merchant, started.id) };
    }

    const refusalOf = async (id: string, cpf: string, who = merchant): Promise<unknown[]> => {
      const { status, body } = await who.create(reusing(id, cpf));
      return [status, body['code']];
    };

    test('a process that was started is open, for whom it was started and nobody else', async () => {
      const cpf = newCpf();
      const body = newProcessBody(cpf, { clientReference: 'onboarding-7', expiresIn: '3600s' });
      const answer = await merchant.call('createProcess', { body });
      const { userRedirectUrl, token, ...process } = answer.body['process'] as Process &
        Record<string, string>;
      expect(process).toMatchObject({
        state: 'PROCESS_STATE_CREATED',
        person: { duiValue: cpf },
        clientReference: 'onboarding-7',
        authenticationInfo: { livenessResult: 'LIVENESS_RESULT_UNSPECIFIED' },
      });
      expect(process).not.toHaveProperty('result');
      expect(URL.canParse(userRedirectUrl ?? '')).toBe(true);
      expect(token?.length).toBeGreaterThan(10);
      expect(await readProcess(merchant, process.id)).toEqual(process);
      expect(await refusalOf(process.id, cpf)).toEqual([400, '40032']);
      const stranger = await newMerchant(house.service);
      expect((await stranger.call('readProcess', { id: process.id })).body['code']).toBe('40409');
    });

    test('the end is told by webhook, thin, and read with the results', async () => {
      const { id, cpf, process } = await finished();
      expect(process).toMatchObject({
        state: 'PROCESS_STATE_FINISHED',
        result: 'PROCESS_RESULT_OK',
        authenticationInfo: {
          livenessResult: 'LIVENESS_RESULT_LIVE',
          authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
        },
      });
      const event = await eventOf(id);
      expect(event).toMatchObject({
        ...{ type: 'process.finished', processId: id, state: 'PROCESS_STATE_FINISHED' },
      });
      expect(JSON.stringify(event)).not.toContain(cpf);
    });

    test('a card is approved without a link and a token, and both histories tell of it (R20)', async () => {
      const { id, cpf } = await finished();
      const { status, body } = await merchant.create(reusing(id, cpf));
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(['id', 'status']);
      const transactionId = String(body['id']);
      const end = await endOf(house.service, merchant, transactionId);
      expect([end.status, end.reasons[0]]).toEqual(['approved', house.foundLive]);
      expect(await eventOf(transactionId)).toMatchObject({
        type: 'transaction.finished',
        status: 'approved',
      });
      const last = (await stepsOf(merchant, id)).at(-1);
      expect(last).toMatchObject({ event: 'reuse', actor: 'merchant', transactionId });
    });

    test('it is used by nobody else and for no one else (R17, R23)', async () => {
      const { id, cpf } = await finished();
      expect(await refusalOf(id, newCpf())).toEqual([400, '40035']);
      expect(await refusalOf(crypto.randomUUID(), cpf)).toEqual([400, '40031']);
      expect(await refusalOf(id, cpf, await newMerchant(house.service))).toEqual([400, '40031']);
    });

    test('it is used for 3600 seconds by the clock of the database, and not one longer (R20)', async () => {
      const { id, cpf } = await finished();
      await finishedAgo(house.service, id, 3_601.5);
      expect(await refusalOf(id, cpf)).toEqual([400, '40034']);
      await finishedAgo(house.service, id, 3_599);
      expect((await merchant.create(reusing(id, cpf))).status).toBe(200);
    });

    test('what turned out to be another person has a result, and is of no use', async () => {
      await finished();
      const started = await startProcess(merchant, own);
      await house.finishAsAnother(started);
      expect(await ended(merchant, started.id)).toMatchObject({
        state: 'PROCESS_STATE_FINISHED',
        result: 'PROCESS_RESULT_INVALID_IDENTITY',
        authenticationInfo: { authenticationResult: 'AUTHENTICATION_RESULT_NEGATIVE' },
      });
      expect(await eventOf(started.id)).toMatchObject({ type: 'process.finished' });
      expect(await refusalOf(started.id, started.cpf)).toEqual([400, '40033']);
    });

    test('what nobody finished in its time has failed, and says so', async () => {
      const started = await startProcess(merchant, newCpf(), { expiresIn: `${MINUTE_SECONDS}s` });
      house.service.moveClock(MINUTE_SECONDS + 1);
      await house.letMinutePass();
      expect(await ended(merchant, started.id)).toMatchObject({
        state: 'PROCESS_STATE_FAILED',
        result: 'PROCESS_RESULT_EXPIRED',
      });
      expect(await eventOf(started.id)).toMatchObject({
        type: 'process.failed',
        state: 'PROCESS_STATE_FAILED',
      });
      expect(await refusalOf(started.id, started.cpf)).toEqual([400, '40033']);
    });

    test('a person who was erased is gone from it with the pictures', async () => {
      const { id, cpf } = await finished();
      await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
      const process = await readProcess(merchant, id);
      expect(process).toMatchObject({ state: 'PROCESS_STATE_FINISHED', erasedAt: expect.any(String) });
      expect(process).not.toHaveProperty('person');
      expect(await refusalOf(id, cpf)).toEqual([400, '40036']);
    });
  });
}
