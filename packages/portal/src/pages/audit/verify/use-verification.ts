import { useEffect, useRef, useState } from 'react';
import { useTask } from '../../../service/use-task.ts';

/** How far a verification came, in links of the chain. */
export type Progress = { done: number; total: number };

/** What runs: it tells how far it came, and ends where the signal says so. */
export type Verify<Verdict> = (
  anchor: string | undefined,
  control: { onProgress(done: number, total: number): void; signal: AbortSignal },
) => Promise<Verdict>;

/** A verification that can be stopped, and ends with the page. */
export function useVerification<Verdict>(verify: Verify<Verdict>) {
  const [verdict, setVerdict] = useState<Verdict>();
  const [progress, setProgress] = useState<Progress>();
  const [isStopped, setStopped] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const task = useTask(async (anchor: string | undefined) => {
    const control = new AbortController();
    stopping.current = control;
    const onProgress = (done: number, total: number): void => setProgress({ done, total });
    try {
      setVerdict(await verify(anchor, { onProgress, signal: control.signal }));
    } catch (failure) {
      if (!control.signal.aborted) throw failure;
      setStopped(true);
    }
  });
  return {
    ...{ verdict, isStopped, isBusy: task.isBusy, failure: task.failure },
    progress: task.isBusy ? progress : undefined,
    start(anchor: string | undefined): void {
      setVerdict(undefined);
      setProgress(undefined);
      setStopped(false);
      void task.run(anchor);
    },
    stop: (): void => stopping.current?.abort(),
  };
}
