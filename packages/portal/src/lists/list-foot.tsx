import { useEffect } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import type { Pages } from './use-pages.ts';

/** So many rows before the end the next page is asked for. */
const AHEAD_ROWS = 40;

/** The end of a list: how many rows there are, and whether more follow. Asks for the next page when somebody comes near it. */
export function ListFoot<Row>({ pages, end }: { pages: Pages<Row>; end: number }) {
  const t = useTexts();
  const count = pages.rows?.length ?? 0;
  const { hasMore, hasMoreFailed, isLoadingMore, isPaused, more } = pages;
  const isNear = end + AHEAD_ROWS >= count;
  useEffect(() => {
    // A page of a rare filter may be empty and still have a next one.
    if (isNear && hasMore && !hasMoreFailed && !isLoadingMore && !isPaused) more();
  });
  const isAsked = isPaused && !isLoadingMore && !hasMoreFailed;
  return (
    <div className="list-foot">
      <p className="hint">
        {t('rowsShown', { count })}, {t(hasMore ? 'rowsMore' : 'rowsAll')}
      </p>
      {isLoadingMore && <p className="hint">{t('loadingMore')} …</p>}
      {isAsked && <Button onPress={more}>{t('lookFurther')}</Button>}
      {hasMoreFailed && (
        <>
          <p className="hint">{t('moreFailed')}</p>
          <Button onPress={more}>{t('tryAgain')}</Button>
        </>
      )}
    </div>
  );
}
