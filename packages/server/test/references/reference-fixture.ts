import type { CreateReferenceRequest } from '@titular/contract';
import { newCpf, type TestService } from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import type { Merchant } from '../transactions/api.ts';

/** A photograph of a person from the front, in base64; each take is another picture. */
export const photographOf = async (person: PersonName, take = 0): Promise<string> =>
  (await poseFrame(person, 'front', { take })).toString('base64');

/** A request for a reference of somebody new, which has no photographs unless they are given. */
export const referenceRequest = (changes: Partial<CreateReferenceRequest> = {}): CreateReferenceRequest => ({
  identity: { key: 'cpf', value: newCpf() },
  photographs: ['/9j/'],
  source: 'onboarding',
  date: '2026-03-02',
  consentReference: 'consent-4711',
  ...changes,
});

/** The same with one photograph of a person. */
export const newReferenceBody = async (
  person: PersonName,
  changes: Partial<CreateReferenceRequest> = {},
): Promise<CreateReferenceRequest> =>
  referenceRequest({ photographs: [await photographOf(person)], ...changes });

/** Enrols a reference of somebody new, and answers its id. */
export const newReference = async (merchant: Merchant, person: PersonName): Promise<string> =>
  String((await merchant.call('createFaceReference', { body: await newReferenceBody(person) })).body['id']);

/** A person shows themselves for an identity, and the decision is awaited. */
export async function showPerson(
  service: TestService,
  merchant: Merchant,
  value: string,
  face: PersonName,
): Promise<{ id: string; reasons: string[] }> {
  const { phone, attempt, id } = await openCamera(service, merchant, { identity: { key: 'cpf', value } });
  await perform(phone, attempt, face);
  await eventually(async () =>
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/),
  );
  const { body } = await merchant.history(id);
  return { id, reasons: (body['history'] as { reasons?: string[] }[]).at(-1)?.reasons ?? [] };
}
