import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { ReceiptView } from './receipt-view.tsx';

/** The receipt of an erasure of the list. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const read = useRead('readErasureByHand', { params: { tenant_id: tenantId, erasure_id: id } });
  return (
    <Dialog title={t('erasureReceiptTitle')} onClose={onClose} isWide>
      <Loaded of={read} lines={8}>
        {(erasure) => <ReceiptView erasure={erasure} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}
