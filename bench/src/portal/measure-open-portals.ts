import { ASK_CPU, type CpuUsage } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import type { HttpResult } from '../harness/measure-http.ts';
import { measureSteadily } from '../harness/measure-steady.ts';
import { createMessage } from '../tenants/tenant-messages.ts';
import { CREATE_PATH, openPortals, type PortalAnswers, sumAnswers } from './open-portals.ts';

/** Portals that are open at once. */
export const OPEN_PORTALS = 50;
/** Creates a second of all tenants: a load that the service carries with room to spare. */
const CREATES_PER_SECOND = 60;
const ROUNDS = 6;

/** Creates without and beside open portals, one round each, and what the portals cost alone. */
export type OpenPortalsResult = {
  rounds: { without: HttpResult; beside: HttpResult }[];
  /** Share of one core that the service took with the portals alone, and with nobody there. */
  coreShare: number;
  idleShare: number;
  answers: PortalAnswers;
};

async function coreShareOf({ server }: Harness, seconds: number): Promise<number> {
  const used = async (): Promise<number> => {
    const { user, system } = await server.ask<CpuUsage>(ASK_CPU);
    return user + system;
  };
  const before = await used();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return ((await used()) - before) / (seconds * 1_000_000);
}

/** Measures in turn, on one service. */
export async function measureOpenPortals(harness: Harness, seconds: number): Promise<OpenPortalsResult> {
  const portals = await openPortals(harness, OPEN_PORTALS);
  const creates = harness.tenants.map((tenant) => createMessage(tenant, CREATE_PATH));
  const shape = { seconds, ratePerSecond: CREATES_PER_SECOND };
  const create = (): Promise<HttpResult> => measureSteadily(harness.url, creates, shape);
  await create();
  const rounds: OpenPortalsResult['rounds'] = [];
  const answers: PortalAnswers[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await create();
    const close = portals.start();
    const beside = await create();
    answers.push(await close());
    rounds.push({ without, beside });
  }
  const idleShare = await coreShareOf(harness, seconds);
  const close = portals.start();
  const coreShare = await coreShareOf(harness, seconds);
  answers.push(await close());
  return { rounds, coreShare, idleShare, answers: sumAnswers(answers) };
}
