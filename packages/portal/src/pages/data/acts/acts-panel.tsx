import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { withTexts } from '../../../i18n/with-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import type { OpenAct } from './acts-table.tsx';

const PAGE = 20;
const MAX_SHOWN = 250;

/** Titles of settings and filters of files are told by the table and its dialogs alone. */
const TEXTS = ['settings', 'team', 'lists', 'exports'] as const;

const ActsTable = lazy(() =>
  withTexts(import('./acts-table.tsx'), ...TEXTS).then((module) => ({ default: module.ActsTable })),
);
const ActDialogs = lazy(() =>
  withTexts(import('./act-dialogs.tsx'), ...TEXTS).then((module) => ({ default: module.ActDialogs })),
);

/** Changes that wait for a second person; absent where nothing does. */
export function ActsPanel() {
  const [open, setOpen] = useState<OpenAct>();
  return (
    <>
      <Acts onOpen={setOpen} />
      {/* It stays where what it is about is gone meanwhile, and says so. */}
      {open && (
        <Suspense>
          <ActDialogs {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Acts({ onOpen }: { onOpen(open: OpenAct): void }) {
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
              <ActsTable acts={acts} onOpen={onOpen} />
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
