import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

const load = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey; `inField` offers it in the field of the name and waits there (conditional mediation). */
export async function askForPasskey(options: Json, inField = false): Promise<Json> {
  const { startAuthentication } = await load();
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: inField,
  });
  return response as unknown as Json;
}

/** Makes a new passkey. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await load();
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  return response as unknown as Json;
}

/** Whether this browser can offer passkeys in a field. */
export async function canOfferInField(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await load();
  return browserSupportsWebAuthnAutofill();
}

/** Whether this browser knows passkeys at all; it does on secure origins alone. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Ends an offer that still waits in a field. */
export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** Whether the person closed the browser's dialog, or it ran out of time; both look alike on purpose. */
export const wasDismissed = (fault: unknown): boolean =>
  fault instanceof Error && (fault.name === 'NotAllowedError' || fault.name === 'AbortError');
