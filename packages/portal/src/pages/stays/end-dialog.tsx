import type { StayView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { queryClient } from '../../service/queries.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { say } from '../../ui/states/toast-store.ts';

type Props = { stay: StayView; onEnded(): void; onClose(): void };

/** Ends a stay that goes on. */
export function EndDialog({ stay: { id, operator }, onEnded, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('endStay');
  const { name } = operator;
  const end = async (): Promise<void> => {
    const done = await act.run({ params: { tenant_id: tenantId, stay_id: id } });
    onEnded();
    // The bar above every page asks by itself only now and then.
    void queryClient.invalidateQueries({ queryKey: ['searchStays'] });
    if (!done) return;
    say(t('stayEnded', { name }));
    onClose();
  };
  return (
    <Confirm
      title={t('stayEndTitle', { name })}
      text={t('stayEndText')}
      act={t('stayEnd')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <Command text={`npx titular stays end ${id}`} />
    </Confirm>
  );
}
