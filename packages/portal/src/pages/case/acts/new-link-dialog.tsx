import { type KeyboardEvent, useState } from 'react';
import { renewProcessLinkCommand, transactionCommands } from '../../../commands/case-commands.ts';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { preferences } from '../../../preferences/preference-store.ts';
import { useRead } from '../../../service/queries.ts';
import { useStore } from '../../../service/store.ts';
import { type Task, useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { copyText } from '../../../ui/secrets/copy-text.ts';
import { ShownLink } from '../../../ui/secrets/shown-link.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { renewLink } from '../model/case-calls.ts';
import type { CaseSubject, OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { useLostRace } from './use-lost-race.ts';

type Props = { open: OpenCase; onClose(): void };

const isCopyKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'l' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;

/** Asks before a new link, then shows it this once. `L` makes it and copies it; closing the dialog deletes it from the page. */
export function NewLinkDialog({ open, onClose }: Props) {
  const t = useTexts();
  const [link, setLink] = useState<string>();
  const renew = useTask(() => renewLink(open.subject));
  if (link !== undefined) return <ReadyLink link={link} onClose={onClose} />;
  return (
    <Dialog title={t('newLinkTitle')} onClose={onClose} isHeld={renew.isBusy} isQuestion>
      <Question open={open} renew={renew} onClose={onClose} onMade={setLink} />
    </Dialog>
  );
}

/** The command that makes a new link: of a process by the API, once it is known where that is. */
function useLinkCommand({ kind, tenantId, id }: CaseSubject): string | undefined {
  const { data } = useRead('readPortalTenant', { params: { tenant_id: tenantId } });
  if (kind === 'transaction') return transactionCommands(tenantId, id).renewLink();
  return data && renewProcessLinkCommand(data.apiUrl, id);
}

type QuestionProps = Props & {
  renew: Task<[], Awaited<ReturnType<typeof renewLink>>>;
  onMade(link: string): void;
};

function Question({ open, renew, onClose, onMade }: QuestionProps) {
  const t = useTexts();
  const { subject, link } = open;
  const lost = useLostRace(renew.failure, open);
  const { hasShortcuts } = useStore(preferences);
  const command = useLinkCommand(subject);
  const make = async ({ isCopied }: { isCopied: boolean }): Promise<void> => {
    const made = await renew.run();
    if (!made) return;
    if (isCopied) void copyText(made.link, t);
    onMade(made.link);
    void readAgain(subject);
  };
  const press = (event: KeyboardEvent): void => {
    if (hasShortcuts && lost === undefined && isCopyKey(event)) void make({ isCopied: true });
  };
  return (
    <div role="none" className="made-link" onKeyDown={press}>
      <p>{t('newLinkText')}</p>
      {link.isCapturing && <p>{t('newLinkCapturing')}</p>}
      {lost === undefined && hasShortcuts && <p className="hint">{t('newLinkKeys')}</p>}
      {lost === undefined ? <ActFailure failure={renew.failure} /> : <p role="alert">{lost}</p>}
      <div className="dialog-acts">
        <CopyCommand text={lost === undefined && command} />
        <Button isDisabled={renew.isBusy} onPress={onClose}>
          {t(lost === undefined ? 'cancel' : 'close')}
        </Button>
        {lost === undefined && (
          <Button
            kind="primary"
            autoFocus
            isBusy={renew.isBusy}
            onPress={() => void make({ isCopied: false })}
          >
            {t('newLinkMake')}
          </Button>
        )}
      </div>
    </div>
  );
}

function ReadyLink({ link, onClose }: { link: string; onClose(): void }) {
  const t = useTexts();
  const { hasShortcuts } = useStore(preferences);
  const copy = (event: KeyboardEvent): void => {
    if (hasShortcuts && isCopyKey(event)) void copyText(link, t);
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
