import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { withTexts } from '../i18n/with-texts.ts';
import { preferences } from '../preferences/preference-store.ts';
import { useStore } from '../service/store.ts';
import { listenForShortcuts } from '../shortcuts/shortcuts.ts';
import { watchRelease } from '../start/watch-release.ts';
import { ConnectionBar } from '../ui/states/connection-bar.tsx';
import { Part } from '../ui/states/part.tsx';
import { Toaster } from '../ui/states/toaster.tsx';
import { Overlays } from './overlays.tsx';
import { keepFocus, noteNavigation } from './page-focus.ts';
import { ReleaseBar } from './release-bar.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useMembership, useSession, useStayed, useWatched } from './use-session.ts';

const StayBar = lazy(() =>
  withTexts(import('../pages/stays/stay-bar.tsx'), 'stays').then((module) => ({ default: module.StayBar })),
);

const OpenStays = lazy(() =>
  withTexts(import('../pages/stays/open-stays.tsx'), 'stays').then((module) => ({
    default: module.OpenStays,
  })),
);

const TaskStrip = lazy(() =>
  withTexts(import('../pages/overview/fill/task-strip.tsx'), 'fill').then((part) => ({
    default: part.TaskStrip,
  })),
);

/** The guided task of the open tenant, while somebody is at it. */
function Task() {
  const { task } = useStore(preferences);
  const tenant = useMembership()?.tenantId;
  if (!task?.isShown || task.tenantId !== tenant) return null;
  return (
    <Suspense>
      <TaskStrip task={task} />
    </Suspense>
  );
}

/** The frame around every page: top bar, sections, the page itself, and what lies over it. */
export function Frame() {
  const t = useTexts();
  const router = useRouter();
  // Of the page that is shown, and not of the one that is on its way: a page stays whole until the next is there (P56).
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { environment } = useSession();
  const stayed = useStayed();
  const watched = useWatched();
  useEffect(listenForShortcuts, []);
  useEffect(watchRelease, []);
  useEffect(keepFocus, []);
  // The lock, or the sign-in after a session that ended, stands in its place.
  useEffect(() => noteNavigation, []);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) noteNavigation();
        setMenuOpen(false);
      }),
    [router],
  );
  return (
    <div className="frame" data-environment={environment}>
      <a className="skip" href="#content">
        {t('skipToContent')}
      </a>
      <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      {stayed && (
        <Suspense fallback={<div className="bar bar-notice bar-act-room" />}>
          <StayBar key={stayed.stay.id} stayed={stayed} />
        </Suspense>
      )}
      {watched && (
        <Suspense>
          <OpenStays key={watched.tenantId} tenantId={watched.tenantId} />
        </Suspense>
      )}
      <ConnectionBar />
      <ReleaseBar />
      <div className="frame-body">
        <SideMenu isOpen={isMenuOpen} />
        <main id="content" className="content" tabIndex={-1}>
          <Task />
          <Part key={path} lines={8}>
            <Outlet />
          </Part>
        </main>
      </div>
      <Overlays />
      <Toaster />
    </div>
  );
}
