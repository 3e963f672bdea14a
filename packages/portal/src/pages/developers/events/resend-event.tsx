import { CopyCommand } from '../../../commands/copy-command.tsx';
import { resendEventCommand } from '../../../commands/endpoint-commands.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';

type Props = { params: { tenant_id: string; event_id: string }; onResent(): void; onClose(): void };

/** Asks before an event goes to every endpoint once more. */
export function ResendEvent({ params, onResent, onClose }: Props) {
  const t = useTexts();
  const act = useAct('resendPortalEvent');
  const confirm = async (): Promise<void> => {
    const resent = await act.run({ params });
    if (!resent) return;
    onResent();
    say(t('resentEvent', { count: resent.deliveries }));
    onClose();
  };
  return (
    <Confirm
      title={t('resendEventTitle')}
      text={t('resendEventText')}
      act={t('sendAgain')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={resendEventCommand(params.tenant_id, params.event_id)} />
      </div>
    </Confirm>
  );
}
