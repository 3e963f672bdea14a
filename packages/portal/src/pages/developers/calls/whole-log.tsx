import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { TeamIcon } from '../../../ui/icons.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { NotFound } from '../../home/not-found.tsx';

/** A page of the whole log: others are told that it is not for them, and members of some companies why. */
export function WholeLog({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts();
  const { may, membership } = useTenant();
  if (!may('calls:read', 'all')) return <NotFound />;
  if (membership.companies === 'all') return children;
  return (
    <div className="page">
      <PageHead title={title} />
      <div className="panel">
        <Empty icon={TeamIcon} title={t('callLogNarrow')} text={t('callLogOf')} />
      </div>
    </div>
  );
}
