import { useRef, useState } from 'react';
import { call } from './call.ts';
import { connection } from './connection.ts';
import type { CallArguments, PortalAnswer, PortalOperationName } from './endpoint.ts';
import { NotSent } from './failures.ts';

/** An act of the person: where it stands, and how to start it. */
export type Act<Name extends PortalOperationName> = {
  isBusy: boolean;
  /** What the last try ended with, until the next one starts. */
  failure: unknown;
  /** Starts it; while one is under way a second press does nothing (single flight), and nothing is sent while the server is away. Undefined where it failed or was under way. */
  run(...args: CallArguments<Name>): Promise<PortalAnswer<Name> | undefined>;
  reset(): void;
};

/** Makes an act of a call that changes something; it is never repeated by itself. */
export function useAct<Name extends PortalOperationName>(name: Name): Act<Name> {
  const [state, setState] = useState<{ isBusy: boolean; failure: unknown }>({
    isBusy: false,
    failure: undefined,
  });
  const isRunning = useRef(false);
  const run = async (...args: CallArguments<Name>): Promise<PortalAnswer<Name> | undefined> => {
    if (isRunning.current) return undefined;
    if (connection.read().kind === 'away') {
      setState({ isBusy: false, failure: new NotSent() });
      return undefined;
    }
    isRunning.current = true;
    setState({ isBusy: true, failure: undefined });
    try {
      const answer = await call(name, ...args);
      setState({ isBusy: false, failure: undefined });
      return answer;
    } catch (failure) {
      setState({ isBusy: false, failure });
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, run, reset: () => setState({ isBusy: false, failure: undefined }) };
}
