import type { NewCredentials } from '@titular/contract';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useAct } from '../../../../service/use-act.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Form } from '../../../../ui/form.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { ActFailure } from '../../../../ui/states/failure.tsx';
import { OVERLAPS, type Overlap } from '../../overlaps.ts';
import type { AccountDialogProps } from '../account-dialog.ts';
import { accountCommands } from '../model/account-commands.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';

/** Adds a client secret beside what there is, then shows it this once. */
export function AddSecretDialog({ account: { account }, onChanged, onClose }: AccountDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('addAccountSecret');
  const [made, setMade] = useState<NewCredentials>();
  const add = async (): Promise<void> => {
    const answer = await act.run({ params: { tenant_id: tenantId, account }, body: {} });
    if (!answer) return;
    onChanged();
    setMade(answer);
  };
  if (made) return <CredentialsDialog made={made} onClose={onClose} />;
  const command = accountCommands(tenantId, account).addSecret();
  return (
    <Question title={t('addSecret')} act={act} command={command} onSubmit={add} onClose={onClose}>
      <p>{t('addSecretText')}</p>
    </Question>
  );
}

/** Replaces the client secret; the old one stays valid for the overlap that is chosen. */
export function RotateSecretDialog({ account: { account }, onChanged, onClose }: AccountDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('rotateAccountSecret');
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [made, setMade] = useState<NewCredentials>();
  const overlapSeconds = Number(overlap);
  const rotate = async (): Promise<void> => {
    const answer = await act.run({ params: { tenant_id: tenantId, account }, body: { overlapSeconds } });
    if (!answer) return;
    onChanged();
    setMade(answer);
  };
  if (made) return <CredentialsDialog made={made} onClose={onClose} />;
  const command = accountCommands(tenantId, account).rotateSecret(overlapSeconds);
  return (
    <Question title={t('rotateSecret')} act={act} command={command} onSubmit={rotate} onClose={onClose}>
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
  act: { isBusy: boolean; failure: unknown };
  command: string;
  children: ReactNode;
  onSubmit(): Promise<void>;
  onClose(): void;
};

function Question({ title, act, command, children, onSubmit, onClose }: QuestionProps) {
  const t = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        {children}
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyButton text={command} label={t('copyCommand')} />
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy} autoFocus>
            {title}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
