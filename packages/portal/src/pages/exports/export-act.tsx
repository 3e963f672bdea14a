import { useNavigate } from '@tanstack/react-router';
import type { ExportView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { queryClient } from '../../service/queries.ts';
import { useTask } from '../../service/use-task.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';

type Props = { start(): Promise<ExportView>; label?: 'exportList' | 'exportPersons' };

/** Begins a file of a list's rows, and goes where it can be saved; absent for who may not make files. */
export function ExportAct({ start, label = 'exportList' }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const task = useTask(start);
  if (!may('exports:make')) return null;
  const begin = async (): Promise<void> => {
    if (!(await task.run())) return;
    await queryClient.invalidateQueries({ queryKey: ['listExports', { tenant_id: tenantId }] });
    await navigate({ to: '/t/$tenant/exports', params: { tenant: tenantId } });
  };
  return (
    <>
      <Button isBusy={task.isBusy} onPress={() => void begin()}>
        {t(label)}
      </Button>
      <ActFailure failure={task.failure} />
    </>
  );
}
