import type { AuditRows, PortalBody } from '@titular/contract';
import { useEffect, useRef } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { saveFile } from '../../service/save-file.ts';
import { useTask } from '../../service/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { auditCommand } from './model/audit-command.ts';
import { exportEntries } from './model/export-entries.ts';

type Body = PortalBody<'searchAudit'>;
type Props = {
  body: Body;
  /** The tenant whose entries they are; undefined for those of all. */
  tenantId: string | undefined;
  read(body: Body, signal: AbortSignal): Promise<AuditRows>;
};

/** Saves the entries of the filter as lines of JSON; the newest 10,000 where there are more. It ends when the page is left. */
export function ExportButton({ body, tenantId, read }: Props) {
  const t = useTexts();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const task = useTask(() => {
    const control = new AbortController();
    running.current = control;
    return exportEntries((asked) => read(asked, control.signal), body, control.signal);
  });
  const save = async (): Promise<void> => {
    const found = await task.run();
    if (!found) return;
    saveFile(new Blob(found.lines, { type: 'application/jsonl' }), 'audit-log.jsonl');
    say(t(found.isWhole ? 'auditExported' : 'auditExportedPart', { count: found.lines.length }));
  };
  return (
    <>
      <CopyCommand text={auditCommand(body, tenantId)} of={t('auditExport')} />
      <Button isBusy={task.isBusy} onPress={() => void save()}>
        {t('auditExport')}
      </Button>
      <ActFailure failure={task.failure} />
    </>
  );
}
