import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
);

/** Asks before the page is left with something unsaved; where the whole window is closed, the browser asks. */
export function LeaveGuard({ isOn, onLeave }: { isOn: boolean; onLeave(): void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: isOn,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = (): void => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Suspense>
      <LeaveDialog onLeave={leave} onStay={blocker.reset} />
    </Suspense>
  );
}
