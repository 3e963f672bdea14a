import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ShownLink } from '../../../ui/secrets/shown-link.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { renewLink } from '../model/case-calls.ts';
import type { OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { useLostRace } from './use-lost-race.ts';

type Props = { open: OpenCase; onClose(): void };

/** Asks before a new link, then shows it this once: `L` copies it, and closing the dialog deletes it from the page. */
export function NewLinkDialog({ open, onClose }: Props) {
  const t = useTexts();
  const [link, setLink] = useState<string>();
  if (link !== undefined) return <ReadyLink link={link} onClose={onClose} />;
  return (
    <Dialog title={t('newLinkTitle')} onClose={onClose} isQuestion>
      <Question open={open} onClose={onClose} onMade={setLink} />
    </Dialog>
  );
}

function Question({ open, onClose, onMade }: Props & { onMade(link: string): void }) {
  const t = useTexts();
  const { subject, link } = open;
  const renew = useTask(() => renewLink(subject));
  const lost = useLostRace(renew.failure, open);
  const make = async (): Promise<void> => {
    const made = await renew.run();
    if (!made) return;
    onMade(made.link);
    void readAgain(subject);
  };
  return (
    <>
      <p>{t('newLinkText')}</p>
      {link.isCapturing && <p>{t('newLinkCapturing')}</p>}
      {lost === undefined ? <ActFailure failure={renew.failure} /> : <p role="alert">{lost}</p>}
      <div className="dialog-acts">
        <Button onPress={onClose}>{t(lost === undefined ? 'cancel' : 'close')}</Button>
        {lost === undefined && (
          <Button kind="primary" autoFocus isBusy={renew.isBusy} onPress={() => void make()}>
            {t('newLinkMake')}
          </Button>
        )}
      </div>
    </>
  );
}

function ReadyLink({ link, onClose }: { link: string; onClose(): void }) {
  const t = useTexts();
  const copy = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'l' || event.ctrlKey || event.metaKey || event.altKey) return;
    void navigator.clipboard.writeText(link).then(
      () => say(t('copied')),
      () => say(t('copyFailed'), 'danger'),
    );
  };
  return (
    <Dialog title={t('newLinkReady')} onClose={onClose}>
      <div role="none" className="made-link" onKeyDown={copy}>
        <p>{t('newLinkReadyText')}</p>
        <ShownLink
          link={link}
          label={t('newLinkLabel')}
          qrLabel={t('newLinkQr')}
          copyLabel={t('newLinkCopy')}
        />
        <div className="dialog-acts">
          <Button autoFocus onPress={onClose}>
            {t('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
