import type { PortalSession } from '@titular/contract';
import type { AnyInput, CallArguments, PortalAnswer, PortalOperationName } from './endpoint.ts';
import { isRefusal, Refused } from './failures.ts';
import { awaitWords } from './refusal-words.ts';
import { send } from './send.ts';
import { csrfToken, endPage, lockPage, openSession } from './session.ts';
import { askForProof } from './step-up.ts';

/** Another tab may have authenticated again, which changes the token of the session. */
async function refreshSession(): Promise<void> {
  openSession((await send('readPortalSession', {}, undefined)) as PortalSession);
}

/** What makes a refused call worth repeating; undefined where nothing does. A refused call was not carried out. */
function findCure(failure: unknown, name: PortalOperationName): (() => Promise<void>) | undefined {
  if (isRefusal(failure, '40342')) return askForProof;
  if (isRefusal(failure, '40344') && name !== 'readPortalSession') return refreshSession;
  return undefined;
}

/** Shows what a refusal says about the session. */
function applyRefusal(failure: unknown): void {
  if (isRefusal(failure, '40340')) endPage();
  if (isRefusal(failure, '40341')) lockPage();
}

async function attempt(name: PortalOperationName, input: AnyInput): Promise<unknown> {
  try {
    return await send(name, input, csrfToken());
  } catch (failure) {
    applyRefusal(failure);
    if (failure instanceof Refused) await awaitWords();
    throw failure;
  }
}

/**
 * Carries out a call of the contract. A call that needs a fresh authentication opens the dialog and is repeated after it, once; throws
 * `Refused`, `Unreachable`, `Cancelled`, or what aborted it.
 */
export async function call<Name extends PortalOperationName>(
  name: Name,
  ...[given]: CallArguments<Name>
): Promise<PortalAnswer<Name>> {
  const input: AnyInput = given ?? {};
  try {
    return (await attempt(name, input)) as PortalAnswer<Name>;
  } catch (failure) {
    const cure = findCure(failure, name);
    if (!cure) throw failure;
    await cure();
    return (await attempt(name, input)) as PortalAnswer<Name>;
  }
}
