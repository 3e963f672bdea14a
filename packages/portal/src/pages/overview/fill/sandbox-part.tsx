import { lazy, Suspense } from 'react';
import { withTexts } from '../../../i18n/with-texts.ts';
import { useSession, useTenant } from '../../../shell/use-session.ts';

const FillPanel = lazy(() =>
  withTexts(import('./fill-panel.tsx'), 'fill').then((part) => ({ default: part.FillPanel })),
);

/** Sandbox transactions, for who may fill the tenant: in the test environment alone. */
export function SandboxPart() {
  const { may, membership } = useTenant();
  const { environment } = useSession();
  if (environment !== 'test' || !may('endpoints:manage') || membership.companies !== 'all') return null;
  return (
    <Suspense>
      <FillPanel />
    </Suspense>
  );
}
