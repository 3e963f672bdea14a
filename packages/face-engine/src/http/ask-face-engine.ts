import { FACE_ENGINE_LIMITS } from '@titular/contract';
import { EngineBusyError, EngineUnavailableError } from '../engine/face-engine.ts';

/** An answer with a status that says that the engine broke on the picture, or refused it. */
export class EngineFaultError extends Error {
  override readonly name = 'EngineFaultError';
}

/** Where an operator's engine is, what it is shown, how long one answer may take in milliseconds, and words for a connection that failed. */
export type EngineAccess = {
  url: string;
  secret: string | undefined;
  timeoutMs: number;
  connectionWords: (message: string) => string;
};

async function readBytes(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Left early, the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > FACE_ENGINE_LIMITS.answerBytes) throw new Error('the face engine answers more than it may');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function post(access: EngineAccess, jpeg: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(access.url, {
    method: 'POST',
    // A redirect would take picture and secret somewhere else.
    redirect: 'manual',
    signal,
    headers: {
      'content-type': 'image/jpeg',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'titular',
      ...(access.secret === undefined ? {} : { authorization: `Bearer ${access.secret}` }),
    },
    body: jpeg as BodyInit,
  });
  if (response.status === 200) return readBytes(response);
  await response.body?.cancel();
  if (response.status === 429) throw new EngineBusyError('the face engine is full');
  if (response.status === 503) throw new EngineUnavailableError('the face engine answers 503');
  throw new EngineFaultError(`the face engine answers ${response.status}`);
}

/** Whether the connection failed, and not what came over it. */
const isOfNetwork = (error: unknown): error is TypeError => error instanceof TypeError;

const reasonOf = ({ cause, message }: TypeError): string =>
  cause instanceof Error ? cause.message : message;

/** Sends one JPEG, once, and gives the bytes of the answer: `EngineUnavailableError` without one in time, `EngineBusyError` when the engine says so, a fault for any other status but 200. */
export async function askFaceEngine(
  access: EngineAccess,
  jpeg: Uint8Array,
  stopping: AbortSignal,
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(access.timeoutMs);
  try {
    return await post(access, jpeg, AbortSignal.any([stopping, limit]));
  } catch (error) {
    if (stopping.aborted) throw new EngineBusyError('the face engine is closed');
    if (limit.aborted)
      throw new EngineUnavailableError(`the face engine gives no answer in ${access.timeoutMs} ms`);
    if (isOfNetwork(error))
      throw new EngineUnavailableError(
        `the face engine cannot be reached: ${access.connectionWords(reasonOf(error))}`,
      );
    throw error;
  }
}
