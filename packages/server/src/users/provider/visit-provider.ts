import type { ProviderPurpose } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import { VISIT_SECONDS } from '../../kernel/http/portal/portal-cookie.ts';
import { guardAddress } from '../sign-in/guard-address.ts';
import type { UserDeps } from '../user-deps.ts';
import { noteFault } from './note-fault.ts';
import { type IdentityProvider, type ProviderIdentity, TOLERANCE_SECONDS } from './open-provider.ts';
import { ProviderFault, toRefusal } from './provider-fault.ts';
import { insertVisit, takeVisit } from './visit-store.ts';

/** What a person wanted before they left: the page they were on, or the invitation that they take. */
export type Intent = { path?: string; code?: string; name?: string };

/** What binds a visit: the browser or session that began it, and what it is for. */
export type VisitKey = { holderHash: Buffer; purpose: ProviderPurpose };

/** Who came back from a visit, and what they had wanted. */
export type Returned = ProviderIdentity & { issuer: string; intent: Intent };

type Sealed = { nonce: string; verifier: string; intent: Intent };

/** The identity provider; where there is none, nobody signs in with it. */
function requireProvider({ provider }: Pick<UserDeps, 'provider'>): IdentityProvider {
  if (!provider) throw new Refusal('40370');
  return provider;
}

/** Logs why a visit came to nothing, in our words and codes of the library: never a token, a code or an address. */
function logFault({ log }: UserDeps, { reason, message }: ProviderFault, purpose: ProviderPurpose): void {
  log.warn({ part: 'identity-provider', purpose, reason, detail: message }, 'a visit came to nothing');
}

/** Begins a visit; the address that the browser goes to. */
export async function beginVisit(
  deps: UserDeps,
  { holderHash, purpose }: VisitKey,
  intent: Intent = {},
): Promise<string> {
  const provider = requireProvider(deps);
  const secrets = await provider.newSecrets(purpose);
  try {
    const url = await provider.visitUrl(secrets, purpose === 'again');
    const stateHash = digest(secrets.state);
    const { nonce, verifier } = secrets;
    const sealed: Sealed = { nonce, verifier, intent };
    const startedAt = deps.clock.now();
    await insertVisit(deps.db, {
      ...{ stateHash, holderHash, purpose, startedAt, expiresAt: addSeconds(startedAt, VISIT_SECONDS) },
      sealedVisit: await deps.keys.sealVisit(stateHash, Buffer.from(JSON.stringify(sealed), 'utf8')),
    });
    return url;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    logFault(deps, error, purpose);
    // Whoever answers in the provider's place is of interest for longer than a log is kept.
    if (error.reason === 'issuer') await noteFault(deps, error.reason, purpose);
    throw toRefusal(error);
  }
}

/** An authentication that the provider asked for after the visit began; one from before, or without a time, proves nothing anew. */
function requireNewAuthentication({ authenticatedAt }: ProviderIdentity, startedAt: Date): void {
  if (!authenticatedAt || authenticatedAt < addSeconds(startedAt, -TOLERANCE_SECONDS))
    throw new ProviderFault('authentication-time');
}

async function takeReturn(deps: UserDeps, query: string, key: VisitKey): Promise<Returned> {
  const provider = requireProvider(deps);
  const states = new URLSearchParams(query).getAll('state');
  const [state] = states;
  const stateHash = digest(state ?? '');
  const visit =
    states.length === 1 ? await takeVisit(deps.db, { ...key, stateHash }, deps.clock.now()) : undefined;
  if (!visit || state === undefined) throw new ProviderFault('unknown-visit');
  const plain = await deps.keys.unsealVisit(stateHash, visit.sealedVisit);
  const { nonce, verifier, intent } = JSON.parse(plain.toString('utf8')) as Sealed;
  const identity = await provider.readReturn(query, { state, nonce, verifier });
  if (key.purpose === 'again') requireNewAuthentication(identity, visit.startedAt);
  return { ...identity, issuer: provider.issuer, intent };
}

/**
 * Ends a visit, once: takes it by its state, browser and purpose, redeems the code, and gives what `use` makes of the identity. What proves
 * nothing is a refusal, counts against the visits of its address unless the provider is at fault, and is noted without anything that was sent.
 */
export function endVisit<Result>(
  deps: UserDeps,
  { query, sourceAddress }: { query: string; sourceAddress: string },
  key: VisitKey,
  use: (returned: Returned) => Promise<Result>,
): Promise<Result> {
  const test = async (): Promise<Result> => {
    try {
      return await use(await takeReturn(deps, query, key));
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      logFault(deps, error, key.purpose);
      await noteFault(deps, error.reason, key.purpose);
      throw toRefusal(error);
    }
  };
  return guardAddress(deps.addresses, sourceAddress, test, 'visits');
}
