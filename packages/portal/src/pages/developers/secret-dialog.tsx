import type { EndpointSecret } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { absoluteTime } from '../../ui/time-words.ts';

/** A secret, shown this once; it leaves the page with the dialog. */
export function SecretDialog({ made, onClose }: { made: EndpointSecret; onClose(): void }) {
  const t = useTexts();
  const tag = useTag();
  const { secret, previousSecretEndsAt } = made;
  return (
    <Dialog title={t('secretTitle')} onClose={onClose} isWide>
      <p>{t('secretText')}</p>
      {previousSecretEndsAt !== undefined && (
        <p>{t('secretPrevious', { time: absoluteTime(previousSecretEndsAt, tag) })}</p>
      )}
      <p className="label">{t('secretLabel')}</p>
      <p className="mono secret">{secret}</p>
      <div className="dialog-acts">
        <CopyButton text={secret} label={t('copySecret')} />
        <Button kind="primary" onPress={onClose}>
          {t('secretDone')}
        </Button>
      </div>
    </Dialog>
  );
}
