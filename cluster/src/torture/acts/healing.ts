import { randomUUID } from 'node:crypto';
import { API, cardOf, fetchToken, post } from '../../load/requests.ts';
import { waitUntilReady } from '../../stage/nodes.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import type { Ground } from '../ground.ts';

const BETWEEN_MS = 500;
const HEALED_MS = 60_000;
/** Time in which both processes are ready again after a fault has ended (R80). */
const MAX_HEAL_MS = 5_000;

/** Tells seconds to a tenth. */
export const secondsOf = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** Waits until each process carries out a create again: one that is ready may still have what piled up behind the fault. */
async function waitUntilServed({ stage, nodes: { urls, demo } }: Ground): Promise<void> {
  const serves = async (url: string): Promise<boolean> => {
    const token = await fetchToken(url, demo);
    const body = cardOf(demo.companyId, `healed-${randomUUID()}`);
    return (await post(`${url}${API}/transaction`, token, body)).status === 200;
  };
  await Promise.all(
    urls.map((url) => waitFor(`a create at ${url}`, HEALED_MS, stage.signal, () => serves(url))),
  );
}

/** Makes a fault, ends it, and measures how long both processes take to be ready; it is over once both carry out creates. */
export async function failFor(
  ground: Ground,
  ms: number,
  begin: () => unknown,
  end: () => unknown,
): Promise<number> {
  await begin();
  try {
    await calm(ground.stage, ms);
  } finally {
    await end();
  }
  const healedMs = await waitUntilReady(ground.stage, ground.nodes.urls, HEALED_MS);
  await waitUntilServed(ground);
  await calm(ground.stage, BETWEEN_MS);
  return healedMs;
}

/** The longest of these times until both processes were ready, against its limit (R80). */
export const figureOfHealing = (phase: string, healed: readonly number[]): Figure => ({
  what: `${phase}: longest time until both processes are ready after a fault`,
  value: secondsOf(Math.max(...healed)),
  target: `<= ${MAX_HEAL_MS / 1_000} s`,
  isMet: Math.max(...healed) <= MAX_HEAL_MS,
  isTimed: true,
});
