import type { ExportState, ExportView } from '@titular/contract';
import { useEffect, useRef } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { queryClient } from '../../service/queries.ts';
import { saveFile } from '../../service/save-file.ts';
import { useTask } from '../../service/use-task.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { Time } from '../../ui/time.tsx';
import { absoluteTime, clockTime } from '../../ui/time-words.ts';
import { endExportCommand } from './model/export-command.ts';
import { filterWords } from './model/filter-words.ts';
import { nameOfFile, readFile } from './model/read-file.ts';

const TONES: Readonly<Record<ExportState, Tone>> = {
  writing: 'plain',
  ready: 'good',
  ended: 'notice',
  failed: 'danger',
};

/** One file: what it is of, how far it is, and what can be done with it. */
export function ExportLine({ file }: { file: ExportView }) {
  const t = useTexts();
  const tag = useTag();
  const { kind, withPersons, filters, state, rows, createdAt, expiresAt } = file;
  const words = filterWords(filters, t, tag);
  return (
    <tr className="export-line">
      <th scope="row">
        {t(withPersons ? 'exportKindPersons' : `exportKind_${kind}`)}
        <p className="hint">{words.length === 0 ? t('exportAll') : words.join(' · ')}</p>
        <p className="hint">{t('exportAsked', { time: absoluteTime(createdAt, tag) })}</p>
      </th>
      <td data-label={t('exportsState')}>
        <div>
          <Badge tone={TONES[state]}>{t(`exportState_${state}`)}</Badge>
          <Note file={file} />
        </div>
      </td>
      <td data-label={t('exportsRows')} className="export-rows">
        {new Intl.NumberFormat(tag).format(rows)}
      </td>
      <td data-label={t('exportsUntil')}>
        <Time at={expiresAt} />
      </td>
      <td className="export-acts">
        <Acts file={file} />
      </td>
    </tr>
  );
}

/** How far the file is, what was left out of it, or why it ended. */
function Note({ file: { state, reachedAt, isWhole } }: { file: ExportView }) {
  const t = useTexts();
  const tag = useTag();
  if (state === 'ended') return <p className="hint">{t('exportEndedText')}</p>;
  if (state === 'failed') return <p className="hint">{t('exportFailedText')}</p>;
  if (reachedAt === undefined) return null;
  const time = absoluteTime(reachedAt, tag);
  if (state === 'writing') return <p className="hint">{t('exportReached', { time })}</p>;
  return isWhole ? null : <p className="hint">{t('exportCut', { time })}</p>;
}

/** The parts of the file, saved as one; it ends when the page is left. */
function useSave(file: ExportView) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return useTask(async () => {
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    const params = { tenant_id: tenantId, export_id: file.id };
    const read = (part: number) => call('readExportPart', { params, body: { part }, signal });
    const texts = await readFile(read, signal);
    saveFile(new Blob(texts, { type: 'text/csv;charset=utf-8' }), nameOfFile(file));
    say(t('exportSaved', { count: file.rows }));
  });
}

function Acts({ file }: { file: ExportView }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const save = useSave(file);
  const end = useTask(async () => {
    await call('endExport', { params: { tenant_id: tenantId, export_id: file.id }, body: {} });
    await queryClient.invalidateQueries({ queryKey: ['listExports', { tenant_id: tenantId }] });
    say(t('exportDeleted'));
  });
  const tag = useTag();
  const kind = t(file.withPersons ? 'exportKindPersons' : `exportKind_${file.kind}`);
  const of = `${kind}, ${clockTime(file.createdAt, tag)}`;
  return (
    <>
      {file.state === 'ready' && (
        <Button
          kind="primary"
          isBusy={save.isBusy}
          aria-label={`${t('exportSave')}: ${of}`}
          onPress={() => void save.run()}
        >
          {t('exportSave')}
        </Button>
      )}
      <CopyCommand text={endExportCommand(tenantId, file.id)} of={`${t('exportDelete')}: ${of}`} />
      <Button isBusy={end.isBusy} aria-label={`${t('exportDelete')}: ${of}`} onPress={() => void end.run()}>
        {t('exportDelete')}
      </Button>
      <ActFailure failure={save.failure ?? end.failure} />
    </>
  );
}
