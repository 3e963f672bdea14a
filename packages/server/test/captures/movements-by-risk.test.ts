import type { AttemptView, ListCapturesResponse } from '@titular/contract';
import { recordAttackSignal } from '@titular/server/captures/attack-signals/signal-store.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, perform } from './phone.ts';

let service: TestService;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());

const DAY_SECONDS = 86_400;
const secondsAgo = (seconds: number): Date => new Date(clock.now().getTime() - seconds * 1000);
const db = () => service.service.database.db;

const setMovements = (one: Merchant, movements: 'fixed' | 'by-risk') =>
  db().updateTable('companies').set({ movements }).where('company_id', '=', one.tenant.companyId).execute();

/** A merchant whose challenges follow the risk. */
async function newWary(): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await setMovements(merchant, 'by-risk');
  return merchant;
}

const movesOf = ({ poses }: AttemptView): number => (poses.length - 1) / 2;

const of = (cpf: string): object => ({ identity: { key: 'cpf', value: cpf } });

const attemptsOf = async (merchant: Merchant, id: string) =>
  ((await merchant.call('listCaptures', { id })).body as unknown as ListCapturesResponse).attempts;

/** One capture of person a for the identity, from the page to the decision; answers how many movements were asked for. */
async function verify(merchant: Merchant, cpf: string): Promise<{ moves: number; id: string }> {
  const { phone, attempt, id } = await openCamera(service, merchant, of(cpf));
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  return { moves: movesOf(attempt), id };
}

/** Lets the faces of a merchant's identities be enrolled a day earlier. */
const ageFaces = (merchant: Merchant) =>
  db()
    .updateTable('face_templates')
    .set({ created_at: secondsAgo(DAY_SECONDS) })
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .execute();

/** An identity whose face was enrolled a day ago, and was matched by another capture since. */
async function becomeKnown(merchant: Merchant, tries = 4): Promise<string> {
  const { tenantId } = merchant.tenant;
  const cpf = newCpf();
  expect((await verify(merchant, cpf)).moves).toBe(4);
  await ageFaces(merchant);
  expect((await verify(merchant, cpf)).moves).toBe(4);
  const faces = await db()
    .selectFrom('face_templates')
    .select('last_matched_at')
    .where('tenant_id', '=', tenantId)
    .execute();
  // Two takes of one person look alike now and then, which keeps a face from being enrolled, and is a signal.
  if (!faces.some((face) => face.last_matched_at !== null) && tries > 1)
    return becomeKnown(merchant, tries - 1);
  await db().deleteFrom('capture_signs').where('tenant_id', '=', tenantId).execute();
  return cpf;
}

describe('a company whose challenges follow the risk', () => {
  test('readCaptures 200: asks a known person for three movements, everybody else for four, and keeps why', async () => {
    const merchant = await newWary();
    const cpf = await becomeKnown(merchant);
    const { moves, id } = await verify(merchant, cpf);
    expect(moves).toBe(3);
    expect(await attemptsOf(merchant, id)).toMatchObject([
      { challengeLength: 'short', challengeReasons: ['known'], outcome: 'completed' },
    ]);
    const stranger = await openCamera(service, merchant);
    expect(movesOf(stranger.attempt)).toBe(4);
    expect(await attemptsOf(merchant, stranger.id)).toMatchObject([
      { challengeLength: 'long', challengeReasons: ['not_enrolled'] },
    ]);
  });

  test('brings the full number back after an attempt that failed, and after a signal', async () => {
    const merchant = await newWary();
    const cpf = await becomeKnown(merchant);
    const failed = await openCamera(service, merchant, of(cpf));
    expect(movesOf(failed.attempt)).toBe(3);
    clock.advanceSeconds(16);
    const again = (await failed.phone.start()).body as unknown as AttemptView;
    expect(movesOf(again)).toBe(4);
    const subject = { kind: 'transaction', id: asId(failed.id) } as const;
    const place = { subject, attemptNumber: 1 };
    await recordAttackSignal(db(), merchant.tenant.tenantId, place, 'flat_picture', clock.now());
    const next = await openCamera(service, merchant, of(cpf));
    expect(movesOf(next.attempt)).toBe(4);
    expect(await attemptsOf(merchant, next.id)).toMatchObject([{ challengeReasons: ['signal_of_identity'] }]);
  });

  test('brings it back for everybody while its tenant is attacked, for an hour', async () => {
    const merchant = await newWary();
    const cpf = await becomeKnown(merchant);
    const { tenantId } = merchant.tenant;
    const beAttacked = async (at: Date): Promise<void> => {
      for (let count = 0; count < 5; count += 1) {
        const { id } = await openPhone(service, merchant);
        const place = { subject: { kind: 'transaction', id: asId(id) } as const, attemptNumber: 1 };
        await recordAttackSignal(db(), tenantId, place, 'wrong_turn', at);
      }
    };
    await beAttacked(secondsAgo(3601));
    expect(movesOf((await openCamera(service, merchant, of(cpf))).attempt)).toBe(3);
    await beAttacked(clock.now());
    const { attempt, id } = await openCamera(service, merchant, of(cpf));
    expect(movesOf(attempt)).toBe(4);
    expect(await attemptsOf(merchant, id)).toMatchObject([{ challengeReasons: ['tenant_under_attack'] }]);
  });

  test('startAttempt 200: takes no word of the page on it, and whoever leaves out a kind of movement makes four', async () => {
    const merchant = await newWary();
    const { phone, attempt, id } = await openCamera(service, merchant);
    const asked = { challengeLength: 'short', movements: 3, poses: ['front'] };
    expect((await phone.start(asked as object)).body['poses']).toEqual(attempt.poses);
    // Loaded again, the attempt goes on as it was drawn.
    expect(((await phone.start()).body as unknown as AttemptView).poses).toEqual(attempt.poses);
    expect(await attemptsOf(merchant, id)).toMatchObject([{ challengeLength: 'long' }]);
    const cpf = await becomeKnown(merchant);
    const known = await openPhone(service, merchant, of(cpf));
    await known.phone.consent();
    const without = (await known.phone.start({ movement: 'without_nods' })).body as unknown as AttemptView;
    expect(movesOf(without)).toBe(4);
  });

  test('a company that fixes the number asks everybody for three or four, and looks at no risk', async () => {
    const merchant = await newMerchant(service);
    const { attempt, id } = await openCamera(service, merchant);
    expect([3, 4]).toContain(movesOf(attempt));
    const [kept] = await attemptsOf(merchant, id);
    expect(kept).toMatchObject({ challengeLength: 'usual', challengeReasons: [] });
  });
});
