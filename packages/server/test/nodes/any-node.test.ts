import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { forgetPictures, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const JOURNEYS = 30;
const LONG_MS = 720_000;

/** A sequence of whole numbers below `limit` that a seed repeats (Lehmer, modulus 2^31 - 1). */
function sequence(seed: number, limit: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** A service whose every request goes to one of the nodes, as a balancer without stickiness sends it. */
function anyOf(
  nodes: readonly [TestService, ...TestService[]],
  next: () => number,
  used: Set<string>,
): TestService {
  const [one] = nodes;
  return Object.defineProperty({ ...one }, 'url', {
    get: () => {
      const { url } = nodes[next()] ?? one;
      used.add(url);
      return url;
    },
  });
}

/** What happened to a transaction, without ids and times. Pictures of journeys before are gone: two takes of a person look alike by chance. */
async function journey(service: TestService, merchant: Merchant): Promise<string[]> {
  await forgetPictures(service);
  const { phone, attempt, id } = await openCamera(service, merchant, {
    identity: { key: 'cpf', value: newCpf() },
  });
  await perform(phone, attempt, 'a');
  await eventually(async () => expect((await merchant.read(id)).body['status']).not.toBe('processing'));
  const { body } = await merchant.history(id);
  const events = body['history'] as { event: string; reasons?: string[] }[];
  return events.map(({ event, reasons = [] }) => [event, ...reasons].join(' '));
}

test(
  'a journey goes as on one node, whichever of three answers each request of token, create, page, frames and status (S1)',
  async () => {
    const seed = Date.now();
    console.log(`seed ${seed}`);
    const engine = createLazyFaceEngine();
    const clock = createManualClock();
    const one = await startTestService({ clock, engine });
    const two = await startTestService({ clock, engine, sharedWith: one });
    const three = await startTestService({ clock, engine, sharedWith: one });
    onTestFinished(async () => {
      for (const node of [three, two, one]) await node.close();
      await engine.close();
    });
    const alone = await journey(one, await newMerchant(one));
    const used = new Set<string>();
    const balanced = anyOf([one, two, three], sequence(seed, 3), used);
    for (let n = 0; n < JOURNEYS; n += 1)
      expect(await journey(balanced, await newMerchant(balanced))).toEqual(alone);
    expect(used.size).toBe(3);
    expect(alone.at(-1)).toMatch(/^approve/);
  },
  LONG_MS,
);
