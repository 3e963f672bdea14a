import type { NewCredentials } from '@titular/contract';
import { useTag, useTexts } from '../../../../i18n/use-texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { absoluteTime } from '../../../../ui/time-words.ts';

type Props = {
  made: NewCredentials;
  /** A rotation without an overlap: the others have ended already. */
  hasEnded?: boolean;
  onClose(): void;
};

/** New credentials, shown this once; they leave the page with the dialog. */
export function CredentialsDialog({ made, hasEnded, onClose }: Props) {
  const t = useTexts();
  const tag = useTag();
  const { clientId, key, secret, othersEndAt } = made;
  return (
    <Dialog title={t('credentialsTitle')} onClose={onClose} isWide>
      {(secret || key?.privateKey) && <p>{t('secretText')}</p>}
      {othersEndAt !== undefined && (
        <p>{hasEnded ? t('othersEnded') : t('othersEnd', { time: absoluteTime(othersEndAt, tag) })}</p>
      )}
      <p className="label">{t('clientId')}</p>
      <p className="mono plain-text">{clientId}</p>
      {secret && <Shown label={t('clientSecret')} text={secret.secret} copy={t('copyClientSecret')} />}
      {key && (
        <>
          <p className="label">{t('credentialId')}</p>
          <p className="mono plain-text">{key.id}</p>
        </>
      )}
      {key?.privateKey && <Shown label={t('privateKey')} text={key.privateKey} copy={t('copyPrivateKey')} />}
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t('secretDone')}
        </Button>
      </div>
    </Dialog>
  );
}

function Shown({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <>
      <p className="label">{label}</p>
      <p className="mono secret account-secret">{text}</p>
      <div className="acts">
        <CopyButton text={text} label={copy} />
      </div>
    </>
  );
}
