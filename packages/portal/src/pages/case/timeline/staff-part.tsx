import { useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { StaffIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { NotesSection } from '../notes/notes-section.tsx';
import { TimelineList } from './timeline-list.tsx';

/** What people of the staff wrote, looked at and did, as far as the role may know it. */
export function StaffPart({ open }: { open: OpenCase }) {
  const t = useTexts();
  const { may } = useTenant();
  return (
    <section className="part" aria-label={t('part_staff')}>
      {open.notes && may('notes:write') && <NotesSection open={open} notes={open.notes} />}
      {may('audit:read') && <Acts open={open} />}
    </section>
  );
}

function Acts({ open: { timeline, notes } }: { open: OpenCase }) {
  const t = useTexts();
  const acts = timeline.filter(({ source }) => source === 'staff');
  if (acts.length === 0 && !notes)
    return <Empty icon={StaffIcon} title={t('noStaff')} text={t('noStaffText')} />;
  return (
    <>
      {notes && <h3>{t('staffActsTitle')}</h3>}
      <p className="hint">{t(acts.length === 0 ? 'noStaff' : 'staffText')}</p>
      {acts.length > 0 && <TimelineList entries={acts} />}
    </>
  );
}
