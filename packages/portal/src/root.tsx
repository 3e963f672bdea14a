import { lazy, useState } from 'react';
import { withTexts } from './i18n/with-texts.ts';
import { SessionGuard } from './session/session-guard.tsx';
import { pageKind } from './start/page-kind.ts';
import { Part } from './ui/states/part.tsx';

const LinkPage = lazy(() =>
  withTexts(import('./pages/sign-in/link-page.tsx'), 'enrolment', 'permissions').then((module) => ({
    default: module.LinkPage,
  })),
);

const VerifyPage = lazy(() =>
  withTexts(import('./pages/verify/verify-page.tsx'), 'verify').then((module) => ({
    default: module.VerifyPage,
  })),
);

const ReturnPage = lazy(() =>
  import('./pages/sign-in/return-page.tsx').then((module) => ({ default: module.ReturnPage })),
);

const ReceiverRoot = lazy(() =>
  withTexts(
    import('./pages/receiver/receiver-root.tsx'),
    ...(['app', 'errors', 'lists', 'cases', 'developers', 'enrolment', 'receivers'] as const),
  ).then((module) => ({ default: module.ReceiverRoot })),
);

/** The whole page: behind a link that was given, for anybody with a receipt, for who runs a receiver, or with a session. */
export function Root() {
  const [kind] = useState(() => pageKind(window.location.pathname));
  const [hasLink, setLink] = useState(kind === 'link');
  const leaveLink = (): void => {
    window.history.replaceState(null, '', '/');
    setLink(false);
  };
  if (kind === 'verify')
    return (
      <Part lines={6}>
        <VerifyPage />
      </Part>
    );
  if (kind === 'receiver')
    return (
      <Part lines={6}>
        <ReceiverRoot />
      </Part>
    );
  if (kind === 'return')
    return (
      <Part lines={6}>
        <ReturnPage />
      </Part>
    );
  return <Part lines={6}>{hasLink ? <LinkPage onDone={leaveLink} /> : <SessionGuard />}</Part>;
}
