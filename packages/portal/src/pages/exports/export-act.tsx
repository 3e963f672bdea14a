import { useNavigate } from '@tanstack/react-router';
import type { ExportView, WaitingAct } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { queryClient } from '../../service/queries.ts';
import { useTask } from '../../service/use-task.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { isForTwo } from '../../ui/states/failure-words.ts';
import { say } from '../../ui/states/toast-store.ts';
import { ExportCommand, type ListToExport } from './export-command.tsx';

type Props = {
  start(): Promise<ExportView>;
  /** What the file is made of, for the command that does the same. */
  list: ListToExport;
  label?: 'exportList' | 'exportPersons';
  /** Leaves the file to a second person; offered where the server said that it takes two. */
  propose?: () => Promise<WaitingAct>;
};

/** Begins a file of a list's rows, and goes where it can be saved; absent for who may not make files. */
export function ExportAct({ start, list, label = 'exportList', propose }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId, may, membership } = useTenant();
  const task = useTask(start);
  const proposal = useTask(async () => propose?.());
  if (!may('exports:make')) return null;
  const begin = async (): Promise<void> => {
    proposal.reset();
    if (!(await task.run())) return;
    await queryClient.invalidateQueries({ queryKey: ['listExports', { tenant_id: tenantId }] });
    await navigate({ to: '/t/$tenant/exports', params: { tenant: tenantId } });
  };
  const leaveToTwo = async (): Promise<void> => {
    if (!(await proposal.run())) return;
    task.reset();
    void queryClient.invalidateQueries({ queryKey: ['searchActs'] });
    say(t('exportProposed'));
  };
  // Others are told who may propose it.
  const takesTwo = propose !== undefined && isForTwo(task.failure) && membership.companies === 'all';
  return (
    <>
      <span className="act-with-command">
        <Button isBusy={task.isBusy} onPress={() => void begin()}>
          {t(label)}
        </Button>
        <ExportCommand list={list} of={t(label)} />
      </span>
      <ActFailure failure={proposal.failure ?? task.failure} />
      {takesTwo && (
        <Button kind="primary" isBusy={proposal.isBusy} onPress={() => void leaveToTwo()}>
          {t('exportPropose')}
        </Button>
      )}
    </>
  );
}
