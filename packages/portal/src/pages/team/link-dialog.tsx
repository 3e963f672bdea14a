import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ShownLink } from '../../ui/secrets/shown-link.tsx';
import { absoluteTime } from '../../ui/time-words.ts';

/** A link of an invitation or reset, shown this once; it leaves the page with the dialog. */
export function LinkDialog({
  link,
  expiresAt,
  onClose,
}: {
  link: string;
  expiresAt: string;
  onClose(): void;
}) {
  const t = useTexts();
  const tag = useTag();
  return (
    <Dialog title={t('linkTitle')} onClose={onClose} isWide>
      <p>{t('linkText', { time: absoluteTime(expiresAt, tag) })}</p>
      <ShownLink link={link} label={t('linkLabel')} qrLabel={t('linkQr')} copyLabel={t('copyLink')} />
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t('linkDone')}
        </Button>
      </div>
    </Dialog>
  );
}
