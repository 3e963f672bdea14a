import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Form } from '../../../../ui/form.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { OVERLAPS, type Overlap } from '../../overlaps.ts';
import { useMaking } from '../../use-making.ts';
import type { AccountDialogProps } from '../account-dialog.ts';
import { accountCommands } from '../model/account-commands.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { MakingFailure } from './making-failure.tsx';

/** Adds a client secret beside what there is, then shows it this once. */
export function AddSecretDialog({ account: { account }, onChanged, onClose }: AccountDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useMaking('addAccountSecret', { onChanged, onClose });
  const add = async (): Promise<void> => {
    await act.make({ params: { tenant_id: tenantId, account }, body: {} });
  };
  if (act.made) return <CredentialsDialog made={act.made} onClose={onClose} />;
  const command = accountCommands(tenantId, account).addSecret();
  return (
    <Question title={t('addSecret')} act={act} command={command} onSubmit={add}>
      <p>{t('addSecretText')}</p>
    </Question>
  );
}

/** Replaces the client secret; the old one stays valid for the overlap that is chosen. */
export function RotateSecretDialog({ account: { account }, onChanged, onClose }: AccountDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useMaking('rotateAccountSecret', { onChanged, onClose });
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const overlapSeconds = Number(overlap);
  const rotate = async (): Promise<void> => {
    await act.make({ params: { tenant_id: tenantId, account }, body: { overlapSeconds } });
  };
  if (act.made)
    return <CredentialsDialog made={act.made} hasEnded={overlapSeconds === 0} onClose={onClose} />;
  const command = accountCommands(tenantId, account).rotateSecret(overlapSeconds);
  return (
    <Question title={t('rotateSecret')} act={act} command={command} onSubmit={rotate}>
      <p>{t('rotateSecretText')}</p>
      <Select<Overlap>
        label={t('secretOverlap')}
        value={overlap}
        options={OVERLAPS.map(({ value, words }) => ({ value, text: t(words) }))}
        onChange={setOverlap}
      />
    </Question>
  );
}

type QuestionProps = {
  title: string;
  act: { isBusy: boolean; failure: unknown; close(): void };
  command: string;
  children: ReactNode;
  onSubmit(): Promise<void>;
};

function Question({ title, act, command, children, onSubmit }: QuestionProps) {
  const t = useTexts();
  return (
    <Dialog title={title} onClose={act.close}>
      <Form onSubmit={onSubmit}>
        {children}
        <MakingFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyButton text={command} label={t('copyCommand')} />
          <Button onPress={act.close}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy} autoFocus>
            {title}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
