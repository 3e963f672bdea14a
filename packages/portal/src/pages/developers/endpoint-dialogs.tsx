import type { EndpointView } from '@titular/contract';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { endpointCommands } from '../../commands/endpoint-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { say } from '../../ui/states/toast-store.ts';
import type { DialogProps, EndpointDialog } from './endpoint-dialog.ts';
import { AddDialog, ChangeDialog } from './endpoint-form.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

/** The open dialog of the page of endpoints. */
export function EndpointDialogs({ open, ...props }: DialogProps & { open: EndpointDialog }) {
  switch (open.kind) {
    case 'add':
      return <AddDialog {...props} />;
    case 'change':
      return <ChangeDialog {...props} endpoint={open.endpoint} />;
    case 'rotate':
      return <RotateDialog {...props} endpoint={open.endpoint} />;
    case 'switch':
      return <SwitchDialog {...props} endpoint={open.endpoint} />;
    case 'delete':
      return <DeleteDialog {...props} endpoint={open.endpoint} />;
  }
}

type Props = DialogProps & { endpoint: EndpointView };

function SwitchDialog({ endpoint, onChanged, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('changePortalEndpoint');
  const words = t(endpoint.enabled ? 'endpointSwitchOff' : 'endpointSwitchOn');
  const confirm = async (): Promise<void> => {
    const params = { tenant_id: tenantId, endpoint_id: endpoint.id };
    if (!(await act.run({ params, body: { enabled: !endpoint.enabled } }))) return;
    onChanged();
    say(t('endpointSwitched'));
    onClose();
  };
  return (
    <Confirm
      title={words}
      text={endpoint.enabled ? t('endpointSwitchOffText') : endpoint.url}
      act={words}
      isDanger={endpoint.enabled}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={endpointCommands(tenantId, endpoint.id).switch(!endpoint.enabled)} />
      </div>
    </Confirm>
  );
}

function DeleteDialog({ endpoint, onChanged, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('deletePortalEndpoint');
  const confirm = async (): Promise<void> => {
    if (!(await act.run({ params: { tenant_id: tenantId, endpoint_id: endpoint.id } }))) return;
    onChanged();
    say(t('endpointDeleted'));
    onClose();
  };
  return (
    <Confirm
      title={t('endpointDelete')}
      text={t('endpointDeleteText')}
      act={t('endpointDelete')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={endpointCommands(tenantId, endpoint.id).delete()} />
      </div>
    </Confirm>
  );
}
