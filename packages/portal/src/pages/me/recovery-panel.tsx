import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';

const NewCodesDialog = lazy(() =>
  import('./new-codes-dialog.tsx').then((module) => ({ default: module.NewCodesDialog })),
);

/** How many recovery codes are left, and new ones. */
export function RecoveryPanel({ left, onChanged }: { left: number; onChanged(): void }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{t('meRecoveryLeft', { count: left })}</p>
      <p className="hint">{t('meRecoveryText')}</p>
      <div className="acts">
        <Button onPress={() => setOpen(true)}>{t('newRecoveryCodes')}</Button>
      </div>
      {isOpen && (
        <Suspense>
          <NewCodesDialog onChanged={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
