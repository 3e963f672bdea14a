import { useRef, useState } from 'react';
import { connection } from './connection.ts';
import { NotSent } from './failures.ts';

/** Something that is done once at a time, and where it stands. */
export type Task<Args extends readonly unknown[], Result> = {
  isBusy: boolean;
  /** What the last try ended with, until the next one starts. */
  failure: unknown;
  /**
   * Starts it; while one is under way a second press does nothing (single flight), and nothing is sent while the server is away. Undefined
   * where it failed or was under way.
   */
  run(...args: Args): Promise<Result | undefined>;
  reset(): void;
};

const AT_REST = { isBusy: false, failure: undefined as unknown };

/** Makes a task of work that changes something; it is never repeated by itself. */
export function useTask<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): Task<Args, Result> {
  const [state, setState] = useState(AT_REST);
  const isRunning = useRef(false);
  const run = async (...args: Args): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    if (connection.read().kind === 'away') {
      setState({ isBusy: false, failure: new NotSent() });
      return undefined;
    }
    isRunning.current = true;
    setState({ isBusy: true, failure: undefined });
    try {
      const result = await work(...args);
      setState(AT_REST);
      return result;
    } catch (failure) {
      setState({ isBusy: false, failure });
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, run, reset: () => setState(AT_REST) };
}
