import { useTexts } from '../../../i18n/use-texts.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { StaffIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { TimelineList } from './timeline-list.tsx';

/** What people of the staff looked at and did, as far as the role may know it. */
export function StaffPart({ open: { timeline } }: { open: OpenCase }) {
  const t = useTexts();
  const acts = timeline.filter(({ source }) => source === 'staff');
  return (
    <section className="part" aria-label={t('part_staff')}>
      {acts.length === 0 ? (
        <Empty icon={StaffIcon} title={t('noStaff')} text={t('noStaffText')} />
      ) : (
        <>
          <p className="hint">{t('staffText')}</p>
          <TimelineList entries={acts} />
        </>
      )}
    </section>
  );
}
