import type { ReceiverLink } from '@titular/contract';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ShownLink } from '../../../ui/secrets/shown-link.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';

type Props = {
  made: ReceiverLink;
  /** The command that makes another one. */
  command: string;
  onClose(): void;
};

/** A link to the page of the endpoint's receiver, shown this once; it leaves the page with the dialog. */
export function ReceiverLinkDialog({ made, command, onClose }: Props) {
  const t = useTexts();
  const tag = useTag();
  return (
    <Dialog title={t('receiverMadeTitle')} onClose={onClose} isWide>
      <p>{t('receiverMadeText', { time: absoluteTime(made.expiresAt, tag) })}</p>
      <ShownLink link={made.link} label={t('linkLabel')} qrLabel={t('linkQr')} copyLabel={t('copyLink')} />
      <div className="dialog-acts">
        <CopyCommand text={command} />
        <Button kind="primary" onPress={onClose}>
          {t('linkDone')}
        </Button>
      </div>
    </Dialog>
  );
}
