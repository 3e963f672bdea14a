import type { ErasureRow } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { pageFrom, usePages } from '../../lists/use-pages.ts';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DoneIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import type { DataDialog } from './data-dialog.ts';
import { type ErasureState, stateOfErasure } from './model/erasure-state.ts';

type Props = { onOpen(dialog: DataDialog): void };

/** Erasures by the portal, the API and commands alike, newest first. */
export function ErasuresPanel({ onOpen }: Props) {
  const t = useTexts();
  return (
    <Panel title={t('erasuresTitle')} text={t('erasuresText')} isFlush>
      <Erasures onOpen={onOpen} />
    </Panel>
  );
}

function Erasures({ onOpen }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const pages = usePages(keyOf('searchErasures', { params }), async (cursor, signal) => {
    const answer = await call('searchErasures', { params, body: pageFrom(cursor), signal });
    return { rows: answer.erasures, nextCursor: answer.nextCursor };
  });
  if (pages.failure !== undefined) return <Failure failure={pages.failure} onRetry={pages.retry} />;
  if (pages.rows === undefined) return <Skeleton lines={4} />;
  if (pages.rows.length === 0)
    return <Empty icon={DoneIcon} title={t('erasuresNone')} text={t('erasuresNoneText')} />;
  return (
    <>
      <table className="table table-stack erasures">
        <thead>
          <tr>
            <th scope="col">{t('erasedAt')}</th>
            <th scope="col">{t('dataReference')}</th>
            <th scope="col">{t('erasureState')}</th>
            <th scope="col">{t('erasureId')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('dataActs')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.rows.map((row) => (
            <ErasureLine key={row.id} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {pages.hasMore && (
        <div className="data-more">
          <Button isBusy={pages.isLoadingMore} onPress={pages.more}>
            {t(pages.hasMoreFailed ? 'tryAgain' : 'dataMore')}
          </Button>
        </div>
      )}
    </>
  );
}

const TONES: Readonly<Record<ErasureState, Tone>> = { erased: 'good', held: 'notice', nothing: 'plain' };

function ErasureLine({ row, onOpen }: { row: ErasureRow } & Props) {
  const t = useTexts();
  const { id, erasedAt, reference, counts } = row;
  const state = stateOfErasure(counts);
  return (
    <tr>
      <th scope="row">
        <Time at={erasedAt} />
      </th>
      <td data-label={t('dataReference')}>
        <span className="mono data-word">{reference ?? '–'}</span>
      </td>
      <td data-label={t('erasureState')}>
        <Badge tone={TONES[state]}>{t(`erasure_${state}`, { count: counts.held ?? 0 })}</Badge>
      </td>
      <td data-label={t('erasureId')}>
        <span className="mono data-word">{id}</span>
      </td>
      <td className="data-acts">
        <Button aria-label={`${t('showReceipt')}: ${id}`} onPress={() => onOpen({ kind: 'receipt', id })}>
          {t('showReceipt')}
        </Button>
      </td>
    </tr>
  );
}
