import { EngineBusyError, EngineUnavailableError } from '@titular/face-engine';
import { Refusal } from '../kernel/base/refusal.ts';
import { rateLimited } from '../kernel/http/admission/rate-limited.ts';

/** Refuses with 42902 for an engine that is full and with 50001, saying `consequence`, for one that is away; any other error goes on. */
export function refuseForEngine(error: unknown, consequence: string): never {
  if (error instanceof EngineBusyError) {
    rateLimited.add({ budget: 'engine' });
    throw new Refusal('42902');
  }
  if (error instanceof EngineUnavailableError)
    throw new Refusal('50001', `No face can be measured now; ${consequence}.`);
  throw error;
}
