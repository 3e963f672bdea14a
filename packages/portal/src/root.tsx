import { lazy, useState } from 'react';
import { SessionGuard } from './session/session-guard.tsx';
import { Part } from './ui/states/part.tsx';

const LinkPage = lazy(() =>
  import('./pages/sign-in/link-page.tsx').then((module) => ({ default: module.LinkPage })),
);

const isLink = (path: string): boolean => /^\/(?:setup|invite|recover)\/?$/.test(path);

/** The whole page: behind a link that was given, or with a session. */
export function Root() {
  const [hasLink, setLink] = useState(() => isLink(window.location.pathname));
  const leaveLink = (): void => {
    window.history.replaceState(null, '', '/');
    setLink(false);
  };
  return <Part lines={6}>{hasLink ? <LinkPage onDone={leaveLink} /> : <SessionGuard />}</Part>;
}
