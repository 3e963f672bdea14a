import { lazy, Suspense } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { PrintIcon } from '../../../ui/icons.ts';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';

const QrCode = lazy(() =>
  import('../../../ui/secrets/qr-code.tsx').then((module) => ({ default: module.QrCode })),
);

/** An anchor to keep where nobody who can change the database can change it: to copy, and with its QR code to print. */
export function KeptAnchor({ text }: { text: string }) {
  const t = useTexts();
  return (
    <div className="shown-link printed">
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={text} label={t('auditAnchorQr')} />
      </Suspense>
      <div className="shown-link-text">
        <p className="label">{t('auditKeep')}</p>
        <p className="mono secret">{text}</p>
        <p className="hint">{t('auditKeepText')}</p>
        <div className="acts">
          <CopyButton text={text} label={t('auditCopyAnchor')} />
          <Button icon={PrintIcon} onPress={() => window.print()}>
            {t('auditPrint')}
          </Button>
        </div>
      </div>
    </div>
  );
}
