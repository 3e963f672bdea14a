import type { AccountKeyView, AccountSecretView } from '@titular/contract';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useAct } from '../../../../service/use-act.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { say } from '../../../../ui/states/toast-store.ts';
import type { AccountDialog, AccountDialogProps } from '../account-dialog.ts';
import { UseNow } from '../credential-times.tsx';
import { accountCommands } from '../model/account-commands.ts';
import { AddKeyDialog } from './key-dialog.tsx';
import { AddSecretDialog, RotateSecretDialog } from './secret-dialogs.tsx';

/** The open dialog about an account. */
export function AccountDialogs({ open, ...props }: AccountDialogProps & { open: AccountDialog }) {
  switch (open.kind) {
    case 'add-key':
      return <AddKeyDialog {...props} />;
    case 'add-secret':
      return <AddSecretDialog {...props} />;
    case 'rotate':
      return <RotateSecretDialog {...props} />;
    case 'switch':
      return <SwitchDialog {...props} active={open.active} />;
    case 'end-key':
      return <EndKeyDialog {...props} id={open.id} />;
    case 'end-secret':
      return <EndSecretDialog {...props} id={open.id} />;
  }
}

type EndProps = AccountDialogProps & { id: string };

function EndKeyDialog({ id, ...props }: EndProps) {
  const { tenantId } = useTenant();
  const { account, keys } = props.account;
  const act = useAct('endAccountKey');
  return (
    <EndDialog
      {...props}
      title="endKeyTitle"
      one={keys.find((key) => key.id === id)}
      id={id}
      command={accountCommands(tenantId, account).endKey(id)}
      act={act}
      onEnd={() => act.run({ params: { tenant_id: tenantId, account }, body: { key: id } })}
    />
  );
}

function EndSecretDialog({ id, ...props }: EndProps) {
  const { tenantId } = useTenant();
  const { account, secrets } = props.account;
  const act = useAct('endAccountSecret');
  return (
    <EndDialog
      {...props}
      title="endSecretTitle"
      one={secrets.find((secret) => secret.id === id)}
      id={id}
      command={accountCommands(tenantId, account).endSecret(id)}
      act={act}
      onEnd={() => act.run({ params: { tenant_id: tenantId, account }, body: { secret: id } })}
    />
  );
}

type EndDialogProps = EndProps & {
  title: 'endKeyTitle' | 'endSecretTitle';
  one: AccountSecretView | AccountKeyView | undefined;
  command: string;
  act: Pick<ReturnType<typeof useAct>, 'isBusy' | 'failure'>;
  /** Resolves with something where it is done. */
  onEnd(): Promise<unknown>;
};

function EndDialog({ title, one, id, command, act, onEnd, onChanged, onClose }: EndDialogProps) {
  const t = useTexts();
  const end = async (): Promise<void> => {
    if (!(await onEnd())) return;
    onChanged();
    say(t('credentialEndedNow'));
    onClose();
  };
  return (
    <Confirm
      title={t(title)}
      text={
        <>
          <UseOf one={one} />
          <WithCommand text={t('endText')} id={id} command={command} />
        </>
      }
      act={t('endNow')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  );
}

/** `active` is what the account is made, whatever somebody else makes it meanwhile. */
function SwitchDialog({
  account: { account },
  active,
  onChanged,
  onClose,
}: AccountDialogProps & { active: boolean }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('switchPortalAccount');
  const words = t(active ? 'accountSwitchOn' : 'accountSwitchOff');
  const confirm = async (): Promise<void> => {
    if (!(await act.run({ params: { tenant_id: tenantId, account }, body: { active } }))) return;
    onChanged();
    say(t(active ? 'accountSwitchedOn' : 'accountSwitchedOff'));
    onClose();
  };
  return (
    <Confirm
      title={words}
      text={
        <WithCommand
          text={t(active ? 'accountSwitchOnText' : 'accountSwitchOffText')}
          id={account}
          command={accountCommands(tenantId, account).switch(active)}
        />
      }
      act={words}
      isDanger={!active}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Whether anything may still use what is to end; the page may have read it away meanwhile. */
function UseOf({ one }: { one: AccountSecretView | AccountKeyView | undefined }) {
  if (!one) return null;
  return (
    <>
      <UseNow of={one} />
      {'. '}
    </>
  );
}

/** What an act does and to what, and the command that does the same. */
function WithCommand({ text, id, command }: { text: string; id: string; command: string }) {
  const t = useTexts();
  return (
    <>
      {text} <span className="mono plain-text">{id}</span>
      <span className="acts account-command">
        <CopyButton text={command} label={t('copyCommand')} />
      </span>
    </>
  );
}
