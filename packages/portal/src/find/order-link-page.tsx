import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useTenant } from '../shell/use-session.ts';
import { heldFragment, releaseFragment } from '../start/fragment.ts';
import { SearchIcon } from '../ui/icons.ts';
import { Empty } from '../ui/states/empty.tsx';
import { ask } from './query-store.ts';

/** Opens the order that a link names in its fragment; the number waited in memory, also through a sign-in. */
export function OrderLinkPage() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const [order] = useState(heldFragment);
  const [isTaken, setTaken] = useState(false);
  useEffect(() => {
    if (order === undefined || order === '') return;
    ask({ tenantId, text: order.slice(0, 200), as: 'order_number', isOrderLink: true });
    releaseFragment();
    setTaken(true);
  }, [order, tenantId]);
  if (isTaken) return <Navigate to="/t/$tenant/find" params={{ tenant: tenantId }} replace />;
  if (order) return null;
  return (
    <div className="page">
      <PageHead title={t('foundTitle')} />
      <Empty icon={SearchIcon} title={t('orderLinkEmpty')} text={t('orderLinkEmptyText')} />
    </div>
  );
}
