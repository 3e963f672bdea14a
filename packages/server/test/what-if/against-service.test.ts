import { lowestId, newId } from '@titular/server/kernel/base/id.ts';
import { listKeptEnds } from '@titular/server/what-if/kept-end-store.ts';
import { parseMoved } from '@titular/server/what-if/moved-settings.ts';
import { replayEnd } from '@titular/server/what-if/replay-end.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetPictures, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

/** By then every process knows changed settings. */
const FELT_AFTER_SECONDS = 6;
const clock = createManualClock();
let service: TestService;
let asItWas: Ends;

/** Status and reasons of each end, the newest first, with what each was made from. */
type Ends = Awaited<ReturnType<typeof listKeptEnds>>;

/** Who shows themselves, for the first or the second of two identities, and in which take: the enrolled person, again, another, and one for two identities. */
const SHOWN: readonly (readonly [PersonName, 0 | 1, number])[] = [
  ['a', 0, 1],
  ['a', 0, 2],
  ['b', 0, 3],
  ['a', 1, 4],
];

async function show(merchant: Merchant, person: PersonName, value: string, take: number): Promise<void> {
  await forgetPictures(service);
  const changes = { identity: { key: 'cpf', value } };
  const { phone, attempt, id } = await openCamera(service, merchant, changes);
  expect(await perform(phone, attempt, person, take)).toMatchObject({ outcome: 'completed' });
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
}

/** Makes the same captures for a merchant of its own, whose company has these settings from the beginning. */
async function run(settings: Record<string, unknown>, captures = SHOWN.length): Promise<Ends> {
  const { db } = service.service.database;
  const merchant = await newMerchant(service);
  const { tenantId, companyId } = merchant.tenant;
  if (Object.keys(settings).length > 0)
    await db.updateTable('companies').set(settings).where('company_id', '=', companyId).execute();
  clock.advanceSeconds(FELT_AFTER_SECONDS);
  const identities = [newCpf(), newCpf()] as const;
  for (const [person, of, take] of SHOWN.slice(0, captures))
    await show(merchant, person, identities[of], take);
  const scope = { tenantId, companyId, fromId: lowestId(new Date(0)), endedBefore: new Date(4e12) };
  const ends = await listKeptEnds(db, scope, newId(4e12), 100);
  return ends.toReversed();
}

const told = ({ status, reasons }: { status: string; reasons: readonly string[] }) =>
  `${status} ${reasons.join()}`;

beforeAll(async () => {
  service = await startTestService({ clock });
  asItWas = await run({});
}, 600_000);
afterAll(() => service.close());

// Only the first end where those after it rest on a face that would not have been enrolled. The people of the tests are too far apart for any threshold.
test.each([
  ['match-threshold', '0.31', { match_threshold: 0.31 }, SHOWN.length, false],
  ['face-of-another-identity', 'approve', { face_of_another_identity: 'approve' }, SHOWN.length, true],
  ['template-policy', 'require-reference', { template_policy: 'require-reference' }, 1, true],
])(
  'captures are decided again with %s at %s as the service decides the same captures under it (F3)',
  async (name, text, settings, captures, isDifferent) => {
    const real = (await run(settings, captures)).map(told);
    const kept = asItWas.slice(0, captures);
    const again = kept.map(({ inputs }) => replayEnd(inputs, parseMoved(new Map([[name, text]]))));
    expect(again.map((end) => (end.kind === 'ended' ? told(end) : end.kind))).toEqual(real);
    expect(real.join('\n') !== kept.map(told).join('\n')).toBe(isDifferent);
  },
  300_000,
);
