import { lazy, Suspense, useEffect } from 'react';
import { withTexts } from '../i18n/with-texts.ts';
import { SignIn } from '../pages/sign-in/sign-in.tsx';
import { endPage, lockPage, sessionStore } from '../service/session.ts';
import { stepUpStore } from '../service/step-up.ts';
import { useStore } from '../service/store.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { readSession, takeSession } from './read-session.ts';
import { hearTabs } from './tabs.ts';
import { watchIdle } from './watch-idle.ts';

const App = lazy(() => withTexts(import('../app.tsx'), 'app').then(({ App }) => ({ default: App })));
const LockScreen = lazy(() => import('./lock-screen.tsx').then((module) => ({ default: module.LockScreen })));
const StepUpDialog = lazy(() =>
  import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })),
);
const MustEnrol = lazy(() =>
  withTexts(import('../pages/sign-in/must-enrol.tsx'), 'enrolment').then((module) => ({
    default: module.MustEnrol,
  })),
);

function useWatch(idleSeconds: number | undefined): void {
  useEffect(() => {
    if (idleSeconds === undefined) return undefined;
    return watchIdle(idleSeconds);
  }, [idleSeconds]);
}

function useOtherTabs(): void {
  useEffect(
    () =>
      hearTabs((message) => {
        if (message === 'locked') lockPage();
        if (message === 'unlocked') void readSession();
        if (message === 'ended') endPage();
      }),
    [],
  );
}

/** Shows the sign-in, the lock, or the page, by where the session stands. The address stays, so that a sign-in on the way leads where it was asked. */
export function SessionGuard() {
  const state = useStore(sessionStore);
  const asked = useStore(stepUpStore);
  useEffect(() => void takeSession(), []);
  useWatch(state.kind === 'open' ? state.session.idleSeconds : undefined);
  useOtherTabs();
  if (state.kind === 'none') return <SignIn hasEnded={state.hasEnded} />;
  if (state.kind === 'unknown') return <Skeleton lines={6} />;
  const page =
    state.kind === 'locked' ? (
      <LockScreen session={state.session} />
    ) : state.session.mustEnrol ? (
      <MustEnrol />
    ) : (
      <App />
    );
  // Another key takes the page away at once: without, it would only be hidden until the lock is loaded, or stay with the next person's session.
  return (
    <Suspense key={`${state.kind} ${state.session.userId}`} fallback={<Skeleton lines={6} />}>
      {page}
      {asked && state.kind === 'open' && (
        <Suspense>
          <StepUpDialog session={state.session} asked={asked} />
        </Suspense>
      )}
    </Suspense>
  );
}
