import { Link, useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { Part } from '../../ui/states/part.tsx';

const CaseView = lazy(() =>
  withTexts(import('./case-view.tsx'), 'cases', 'errors').then((module) => ({ default: module.CaseView })),
);

/** What was opened from a list, beside it. `Escape` closes it and leads back to the row. */
export function Beside({ kind, id }: { kind: 'transaction' | 'process'; id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const close = (): void => {
    document.querySelector<HTMLElement>('[data-open="true"] a')?.focus({ preventScroll: true });
    void navigate({ to: '.', search: ({ open: _, ...others }) => others, replace: true, resetScroll: false });
  };
  useShortcut('Escape', t('shortcutClose'), close);
  return (
    <aside className="beside" aria-label={t(kind === 'transaction' ? 'besideLabel' : 'besideProcess')}>
      <div className="beside-bar">
        {kind === 'transaction' ? (
          <Link
            to="/t/$tenant/transactions/$transaction"
            params={{ tenant: tenantId, transaction: id }}
            className="link link-apart bar-link"
          >
            {t('openWhole')}
          </Link>
        ) : (
          <Link
            to="/t/$tenant/processes/$process"
            params={{ tenant: tenantId, process: id }}
            className="link link-apart bar-link"
          >
            {t('openWhole')}
          </Link>
        )}
        <Button kind="quiet" isSquare icon={CloseIcon} aria-label={t('closeBeside')} onPress={close} />
      </div>
      <Part lines={10}>
        <CaseView subject={{ kind, tenantId, id }} isBeside />
      </Part>
    </aside>
  );
}
