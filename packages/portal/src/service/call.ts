import type { PortalSession } from '@titular/contract';
import {
  type AnyInput,
  type CallArguments,
  operationOf,
  type PortalAnswer,
  type PortalOperationName,
} from './endpoint.ts';
import { Cancelled, isRefusal, Refused } from './failures.ts';
import { awaitWords } from './refusal-words.ts';
import { send } from './send.ts';
import {
  csrfToken,
  endPage,
  endReceiverPage,
  lockPage,
  openSession,
  presentUser,
  receiverToken,
} from './session.ts';
import { askForProof } from './step-up.ts';

/** Whether a call is one of a receiver's page, which has a session and a token of its own. */
const isOfReceiver = (name: PortalOperationName): boolean =>
  operationOf(name).path.startsWith('/portal/api/receiver/');

/** Another tab may have authenticated again, which changes the token of the session. */
async function refreshSession(): Promise<void> {
  openSession((await send('readPortalSession', {}, undefined)) as PortalSession);
}

/** What makes a refused call worth repeating; undefined where nothing does. A refused call was not carried out. */
function findCure(failure: unknown, name: PortalOperationName): (() => Promise<void>) | undefined {
  if (isRefusal(failure, '40342')) return askForProof;
  // Another tab of a receiver may show another endpoint by now: nothing is repeated there.
  if (isRefusal(failure, '40344') && name !== 'readPortalSession' && !isOfReceiver(name))
    return refreshSession;
  return undefined;
}

/** Shows what a refusal says about the session. */
function applyRefusal(failure: unknown, name: PortalOperationName): void {
  if (isRefusal(failure, '40340')) isOfReceiver(name) ? endReceiverPage() : endPage();
  if (isRefusal(failure, '40341')) lockPage();
}

type HearFailure = (name: PortalOperationName, failure: unknown) => void;
let hearFailure: HearFailure | undefined;

/** Registers what hears of each call that failed. */
export const onFailure = (hear: HearFailure): void => {
  hearFailure = hear;
};

async function attempt(name: PortalOperationName, input: AnyInput): Promise<unknown> {
  try {
    return await send(name, input, isOfReceiver(name) ? receiverToken() : csrfToken());
  } catch (failure) {
    applyRefusal(failure, name);
    hearFailure?.(name, failure);
    if (failure instanceof Refused) await awaitWords();
    throw failure;
  }
}

/**
 * Carries out a call of the contract. A call that needs a fresh authentication opens the dialog and is repeated after it, once, for the same
 * person alone; throws `Refused`, `Unreachable`, `Cancelled`, or what aborted it.
 */
export async function call<Name extends PortalOperationName>(
  name: Name,
  ...[given]: CallArguments<Name>
): Promise<PortalAnswer<Name>> {
  const input: AnyInput = given ?? {};
  const person = presentUser();
  try {
    return (await attempt(name, input)) as PortalAnswer<Name>;
  } catch (failure) {
    const cure = findCure(failure, name);
    if (!cure) throw failure;
    await cure();
    // Another person may be signed in by now, who did not ask for this.
    if (person !== undefined && presentUser() !== person) throw new Cancelled();
    return (await attempt(name, input)) as PortalAnswer<Name>;
  }
}
