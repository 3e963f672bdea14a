import type { EndpointView } from '@titular/contract';
import { endpointCommands } from '../../commands/endpoint-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { MoreIcon } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { copyText } from '../../ui/secrets/copy-text.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import type { EndpointDialog } from './endpoint-dialog.ts';

type Props = { endpoint: EndpointView; onOpen(dialog: EndpointDialog): void; onChanged(): void };

/** The menu of what can be done about an endpoint. */
export function EndpointActs({ endpoint, onOpen, onChanged }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const test = useAct('sendPortalTest');
  const sendTest = async (): Promise<void> => {
    if (!(await test.run({ params: { tenant_id: tenantId, endpoint_id: endpoint.id } }))) return;
    say(t('endpointTested'));
    onChanged();
  };
  const line = (kind: Exclude<EndpointDialog['kind'], 'add'>, text: string, isDanger = false) => ({
    ...{ id: kind, text, isDanger },
    run: () => onOpen({ kind, endpoint }),
  });
  const copyTest = (): void => void copyText(endpointCommands(tenantId, endpoint.id).test(), t);
  const lines = [
    ...(endpoint.enabled
      ? [
          { id: 'test', text: t('endpointTest'), run: () => void sendTest() },
          { id: 'test-command', text: t('copyCommand'), hint: 'webhooks test', run: copyTest },
        ]
      : []),
    line('change', t('endpointChange')),
    line('rotate', t('endpointRotate')),
    line('switch', t(endpoint.enabled ? 'endpointSwitchOff' : 'endpointSwitchOn')),
    line('delete', t('endpointDelete'), true),
  ];
  return (
    <>
      <MenuButton label={t('actsFor', { name: endpoint.url })} lines={lines} icon={MoreIcon} isSquare />
      <ActFailure failure={test.failure} />
    </>
  );
}
