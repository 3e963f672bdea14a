import type { FaceEngineAnswer } from '@titular/contract';
import { openSharp } from '../image/open-sharp.ts';
import { askFaceEngine, type EngineAccess } from './ask-face-engine.ts';
import { parseEngineAnswer, readFaces } from './parse-engine-answer.ts';
import { proofProblem } from './prove-engine.ts';
import type { ReferenceFace } from './reference-faces.ts';

/** A picture that the engine has to answer; with a descriptor, as the engine inside does. */
export type Probe = Pick<ReferenceFace, 'jpeg' | 'side'> & Partial<Pick<ReferenceFace, 'descriptor'>>;

const PROBE_SIDE = 320;

/** Nobody's picture. */
export async function makeProbe(): Promise<Probe> {
  const sharp = await openSharp();
  const create = { width: PROBE_SIDE, height: PROBE_SIDE, channels: 3, background: '#888' } as const;
  return { side: PROBE_SIDE, jpeg: await sharp({ create }).jpeg().toBuffer() };
}

/** Asks once, and reads the answer by the contract. */
export const askOnce = async (
  access: EngineAccess,
  jpeg: Uint8Array,
  stopping: AbortSignal,
): Promise<FaceEngineAnswer> => parseEngineAnswer(await askFaceEngine(access, jpeg, stopping));

/** The answer to a probe, and what is wrong with it though it keeps to the contract. */
export type Probed = { answer: FaceEngineAnswer; problem: string | undefined };

/** Shows a probe to an engine. */
export async function askProbe(access: EngineAccess, probe: Probe, stopping: AbortSignal): Promise<Probed> {
  const { jpeg, side, descriptor } = probe;
  const answer = await askOnce(access, jpeg, stopping);
  const faces = readFaces(answer, { width: side, height: side });
  return { answer, problem: descriptor && proofProblem(faces, { descriptor }) };
}

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
