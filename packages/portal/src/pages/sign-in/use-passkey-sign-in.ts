import { useEffect, useRef, useState } from 'react';
import { call } from '../../service/call.ts';
import { beginSession } from '../../session/begin-session.ts';
import {
  askForPasskey,
  canOfferInField,
  endOffer,
  knowsPasskeys,
  wasDismissed,
} from '../../session/passkeys.ts';

/** A challenge is good for 5 minutes: an offer that waits in a field is renewed before. */
const RENEWED_AFTER_MS = 4 * 60_000;

type Passkey = Awaited<ReturnType<typeof askForPasskey>>;

async function choose(inField: boolean): Promise<Passkey> {
  const { options } = await call('startPasskeySignIn');
  return askForPasskey(options, inField);
}

const signIn = async (passkey: Passkey): Promise<void> =>
  beginSession(await call('signInWithPasskey', { body: { passkey } }));

type Attempt = { isBusy: boolean; isDismissed: boolean; failure: unknown };
const IDLE: Attempt = { isBusy: false, isDismissed: false, failure: undefined };

/** Signs in by passkey, by the button's `start` or as offered in the field of the name (conditional mediation). */
export function usePasskeySignIn(): Attempt & { start(): void } {
  const [attempt, setAttempt] = useState(IDLE);
  const isPressed = useRef(false);

  useEffect(() => {
    let renewal: number | undefined;
    let isOver = false;
    const offer = async (): Promise<void> => {
      if (isOver || !knowsPasskeys() || !(await canOfferInField())) return;
      renewal = window.setTimeout(() => void offer(), RENEWED_AFTER_MS);
      // Nobody asked for it: only what came of a passkey that was chosen is told.
      const passkey = await choose(true).catch(() => undefined);
      if (passkey === undefined) return;
      await signIn(passkey).catch((failure: unknown) => {
        if (!isPressed.current && !isOver) setAttempt({ ...IDLE, failure });
      });
    };
    void offer().catch(() => undefined);
    return () => {
      isOver = true;
      window.clearTimeout(renewal);
      if (renewal !== undefined) void endOffer();
    };
  }, []);

  const start = (): void => {
    isPressed.current = true;
    setAttempt({ ...IDLE, isBusy: true });
    choose(false)
      .then(signIn)
      .then(
        () => setAttempt(IDLE),
        (failure: unknown) =>
          setAttempt(wasDismissed(failure) ? { ...IDLE, isDismissed: true } : { ...IDLE, failure }),
      );
  };
  return { ...attempt, start };
}
