import type { ListCapturesResponse } from '@titular/contract';
import type { TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { checked, type Merchant } from './api.ts';

/** A transaction whose capture was decided, and the attempt that was. */
export type Captured = { one: Merchant; transaction: string; of: string };

/** Which image is looked at, and why. */
export type Asked = Captured & { step?: string; reason?: string };

/** Takes the selfie for a new transaction, and waits for the decision. */
export async function capture(service: TestService, one: Merchant, changes: object = {}): Promise<Captured> {
  const { id, phone, attempt } = await openCamera(service, one, changes);
  await perform(phone, attempt, 'a');
  await eventually(async () => expect((await one.read(id)).body['status']).not.toBe('processing'));
  return { one, transaction: id, of: attempt.attemptId };
}

/** What is told of the captures of a transaction. */
export const listOf = async (one: Merchant, id: string): Promise<ListCapturesResponse> =>
  (await one.call('listCaptures', { id })).body as ListCapturesResponse;

/** Asks for an image, as it is answered. */
export const look = (service: TestService, asked: Asked): Promise<Response> => {
  const { one, transaction, of, step = '0', reason = 'ticket 4711' } = asked;
  const path = `/api/public/v1/walletid/transactions/${transaction}/captures/${of}/frames/${step}`;
  return fetch(`${service.url}${path}?${new URLSearchParams({ reason })}`, {
    headers: { authorization: `Bearer ${one.token}` },
  });
};

/** Asks for an image that is refused: status and code. */
export async function refusalOf(service: TestService, asked: Asked): Promise<[number, string]> {
  const { status, body } = await checked('readCaptureImage', await look(service, asked));
  return [status, String(body['code'])];
}
