import type { TenantRow } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Pages } from '../../../lists/use-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { ServerIcon } from '../../../ui/icons.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton, useLasts } from '../../../ui/states/skeleton.tsx';
import type { TenantDialog } from './tenant-dialog.ts';
import { TenantsTable } from './tenants-table.tsx';

const OLD_AFTER_MS = 300;

type Props = { pages: Pages<TenantRow>; isSearch: boolean; onOpen(dialog: TenantDialog): void };

/** Tenants as they are read; rows of another search are dimmed until those of this one come. */
export function TenantList({ pages, isSearch, onOpen }: Props) {
  const t = useTexts();
  const isDimmed = useLasts(pages.isOld, OLD_AFTER_MS);
  if (pages.failure !== undefined) return <Failure failure={pages.failure} onRetry={pages.retry} />;
  if (pages.rows === undefined) return <Skeleton lines={5} />;
  const isEmpty = pages.rows.length === 0;
  return (
    <div className={isDimmed ? 'loaded loaded-old' : 'loaded'} aria-busy={isDimmed}>
      {pages.refreshFailure !== undefined && (
        <Failure failure={pages.refreshFailure} onRetry={pages.refresh} />
      )}
      {isEmpty && !pages.hasMore && (
        <Empty
          icon={ServerIcon}
          title={t(isSearch ? 'tenantsNotFound' : 'tenantsNone')}
          text={t(isSearch ? 'tenantsNotFoundText' : 'tenantsNoneText')}
        />
      )}
      {!isEmpty && <TenantsTable rows={pages.rows} onOpen={onOpen} />}
      {pages.hasMore && (
        <div className="key-acts">
          <Button isBusy={pages.isLoadingMore} onPress={pages.more}>
            {t(pages.hasMoreFailed ? 'tryAgain' : 'lookFurther')}
          </Button>
        </div>
      )}
    </div>
  );
}
