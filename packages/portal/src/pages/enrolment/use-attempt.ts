import { useState } from 'react';
import { wasDismissed } from '../../session/passkeys.ts';

/** A try of several steps: whether it is under way, and what it ended with. */
export type Attempt = {
  isBusy: boolean;
  /** The person closed the browser's dialog. */
  isDismissed: boolean;
  failure: unknown;
  run(steps: () => Promise<void>): Promise<void>;
};

/** Runs steps that may fail, one try at a time. */
export function useAttempt(): Attempt {
  const [state, setState] = useState<Omit<Attempt, 'run'>>({
    isBusy: false,
    isDismissed: false,
    failure: undefined,
  });
  const run = async (steps: () => Promise<void>): Promise<void> => {
    if (state.isBusy) return;
    setState({ isBusy: true, isDismissed: false, failure: undefined });
    try {
      await steps();
      setState({ isBusy: false, isDismissed: false, failure: undefined });
    } catch (failure) {
      const isDismissed = wasDismissed(failure);
      setState({ isBusy: false, isDismissed, failure: isDismissed ? undefined : failure });
    }
  };
  return { ...state, run };
}
