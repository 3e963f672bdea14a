import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { withTexts } from '../../../i18n/with-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';

const PAGE = 20;
const MAX_SHOWN = 250;

// Titles of settings and filters of files are told by the table alone.
const ActsTable = lazy(() =>
  withTexts(import('./acts-table.tsx'), 'settings', 'team', 'lists', 'exports').then((module) => ({
    default: module.ActsTable,
  })),
);

/** Changes that wait for a second person; absent where nothing does. */
export function ActsPanel() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const [limit, setLimit] = useState(PAGE);
  const read = useRead('searchActs', { params: { tenant_id: tenantId }, body: { limit } });
  const isEmpty = read.data === undefined || read.data.acts.length === 0;
  if (isEmpty && !read.isError) return null;
  return (
    <Panel title={t('actsTitle')} text={t('actsText')} isFlush>
      <Loaded of={read} lines={2}>
        {({ acts, nextCursor }) => (
          <>
            <Suspense>
              <ActsTable acts={acts} />
            </Suspense>
            {nextCursor !== undefined && limit < MAX_SHOWN && (
              <div className="data-more">
                <Button onPress={() => setLimit(MAX_SHOWN)}>{t('dataMore')}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
