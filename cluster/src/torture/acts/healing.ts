import { randomUUID } from 'node:crypto';
import { API, cardOf, fetchToken, post } from '../../load/requests.ts';
import { waitUntilReady } from '../../stage/nodes.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import type { Ground } from '../ground.ts';

/** A phase of a full run is longer. */
export const LONG_PHASE_MS = 30_000;

/** What follows a fault before the next one. */
const BETWEEN_MS = 200;
const HEALED_MS = 60_000;
/** Time in which both processes are ready again after a fault has ended (R80). */
const MAX_HEAL_MS = 5_000;

/** Tells seconds to a tenth. */
export const secondsOf = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** Begins a create so often until one is carried out: one that meets what piled up behind the fault holds up no other. */
const PROBE_EVERY_MS = 250;

/** How long it took until both processes were ready, and until both carried out a create, from the end of a fault on. */
export type Healed = { readyMs: number; servedMs: number; looks?: readonly ProbeAnswer[] };

/** What a process said within a fault of its life and of its readiness; 0 where it said nothing in time. */
export type ProbeAnswer = { live: number; ready: number };

/** Asks both processes whether they live and are ready. */
const lookAt = (urls: readonly string[], limitMs: number): Promise<ProbeAnswer[]> =>
  Promise.all(
    urls.map(async (url) => {
      const ask = (path: string): Promise<number> =>
        fetch(`${url}${path}`, { signal: AbortSignal.timeout(limitMs) }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
      const [live, ready] = await Promise.all([ask('/healthz'), ask('/readyz')]);
      return { live, ready };
    }),
  );

/** Looks once in the middle of a fault that lasts. */
async function lookWithin({ stage, nodes }: Ground, ms: number): Promise<ProbeAnswer[]> {
  if (ms === 0) return [];
  await calm(stage, ms / 2);
  const [looks] = await Promise.all([lookAt(nodes.urls, ms / 2), calm(stage, ms / 2)]);
  return looks;
}

/** Judges what processes said of themselves within faults of what they need: they live (R79). How many were not ready is told. */
export function figuresOfLooks(phase: string, healed: readonly Healed[]): Figure[] {
  const looks = healed.flatMap((one) => one.looks ?? []);
  if (looks.length === 0) return [];
  const dead = looks.filter(({ live }) => live !== 200).length;
  const red = looks.filter(({ ready }) => ready >= 500).length;
  return [
    {
      what: `${phase}: looks at /readyz within a fault, and how many said that the process is not ready`,
      value: `${looks.length}, ${red}`,
      target: 'some of them (R79)',
      isMet: red > 0,
      isTimed: true,
    },
    {
      what: `${phase}: looks at /healthz within a fault that were answered with other than 200 (R79)`,
      value: String(dead),
      target: '0',
      isMet: dead === 0,
      isTimed: true,
    },
  ];
}

/** Waits until a process carries out a create; what is still under way then is left to end by itself. */
async function waitUntilServes({ stage, nodes: { demo } }: Ground, url: string): Promise<void> {
  const served = Promise.withResolvers<void>();
  const probe = async (): Promise<void> => {
    const body = cardOf(demo.companyId, `healed-${randomUUID()}`);
    const { status } = await post(`${url}${API}/transaction`, await fetchToken(url, demo), body);
    if (status === 200) served.resolve();
  };
  const isServed = served.promise.then(() => true);
  await waitFor(`a create at ${url}`, HEALED_MS, stage.signal, async () => {
    probe().catch(() => undefined);
    return Promise.race([isServed, calm(stage, PROBE_EVERY_MS).then(() => false)]);
  });
}

/** Makes a fault, ends it, and measures how long both processes take to be ready, and to carry out creates again: one that is ready may still have what piled up behind the fault. */
export async function failFor(
  ground: Ground,
  ms: number,
  begin: () => unknown,
  end: () => unknown,
): Promise<Healed> {
  const { stage, nodes } = ground;
  let looks: ProbeAnswer[] = [];
  await begin();
  try {
    looks = await lookWithin(ground, ms);
  } finally {
    await end();
  }
  const sinceMs = performance.now();
  const serving = Promise.all(nodes.urls.map((url) => waitUntilServes(ground, url)));
  const [readyMs] = await Promise.all([waitUntilReady(stage, nodes.urls, HEALED_MS), serving]);
  const servedMs = Math.round(performance.now() - sinceMs);
  await calm(stage, BETWEEN_MS);
  return { readyMs, servedMs, looks };
}

const figureOf = (what: string, times: readonly number[]): Figure => ({
  what,
  value: secondsOf(Math.max(...times)),
  target: `<= ${MAX_HEAL_MS / 1_000} s`,
  isMet: Math.max(...times) <= MAX_HEAL_MS,
  isTimed: true,
});

/** The longest of these times until both processes were ready, against its limit (R80). */
export const figureOfHealing = (phase: string, readyMs: readonly number[]): Figure =>
  figureOf(`${phase}: longest time until both processes are ready after a fault`, readyMs);

/** The same, and the longest time until both carried out creates. */
export const figuresOfHealing = (phase: string, healed: readonly Healed[]): Figure[] => [
  figureOfHealing(
    phase,
    healed.map(({ readyMs }) => readyMs),
  ),
  figureOf(
    `${phase}: longest time until both processes carry out a create after a fault`,
    healed.map(({ servedMs }) => servedMs),
  ),
];
