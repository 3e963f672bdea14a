import type { EndpointView } from '@titular/contract';
import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { endpointCommands } from '../../commands/endpoint-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRequestKey } from '../../session/request-key.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { type DialogProps, endpointForms } from './endpoint-dialog.ts';
import { OVERLAPS, type Overlap } from './overlaps.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useMaking } from './use-making.ts';

/** Replaces the secret of an endpoint, then shows the new one this once. */
export function RotateDialog({ endpoint, onChanged, onClose }: DialogProps & { endpoint: EndpointView }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useMaking('rotatePortalSecret', { onChanged, onClose });
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const body = { overlapSeconds: Number(overlap) };
  // After a lost answer the same rotation is asked for again: another one is refused while that one overlaps.
  const idempotencyKey = useRequestKey(body, endpointForms.rotate(endpoint.id));
  const rotate = async (): Promise<void> => {
    await act.make({ params: { tenant_id: tenantId, endpoint_id: endpoint.id }, body, idempotencyKey });
  };
  if (act.made) return <SecretDialog made={act.made} onClose={onClose} />;
  return (
    <Dialog title={t('endpointRotate')} onClose={act.close}>
      <Form onSubmit={rotate}>
        <p>{t('endpointRotateText')}</p>
        <Select<Overlap>
          label={t('endpointOverlap')}
          value={overlap}
          options={OVERLAPS.map(({ value, words }) => ({ value, text: t(words) }))}
          onChange={setOverlap}
        />
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyCommand text={endpointCommands(tenantId, endpoint.id).rotate(Number(overlap))} />
          <Button onPress={act.close}>{t('cancel')}</Button>
          <Button type="submit" kind="danger" isBusy={act.isBusy}>
            {t('endpointRotate')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
