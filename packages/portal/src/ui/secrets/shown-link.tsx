import { lazy, Suspense } from 'react';
import { CopyButton } from './copy-button.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

/** A link that is shown once: as text to select, a button to copy it, and a QR code. */
export function ShownLink({
  link,
  label,
  qrLabel,
  copyLabel,
}: {
  link: string;
  label: string;
  qrLabel: string;
  copyLabel: string;
}) {
  return (
    <div className="shown-link">
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={link} label={qrLabel} />
      </Suspense>
      <div className="shown-link-text">
        <p className="label">{label}</p>
        <p className="mono secret">{link}</p>
        <CopyButton text={link} label={copyLabel} />
      </div>
    </div>
  );
}
