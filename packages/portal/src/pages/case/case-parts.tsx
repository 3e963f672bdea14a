import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Permission } from '@titular/contract/permissions';
import { type ComponentType, lazy } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Part } from '../../ui/states/part.tsx';
import { CASE_PARTS, type CasePart } from './case-part.ts';
import type { OpenCase } from './model/case-model.ts';
import { TimelinePart } from './timeline/timeline-part.tsx';

type PartProps = { open: OpenCase };

const PARTS: Readonly<Record<CasePart, ComponentType<PartProps>>> = {
  timeline: TimelinePart,
  attempts: lazy(() => import('./attempts/attempts-part.tsx').then((m) => ({ default: m.AttemptsPart }))),
  decision: lazy(() => import('./decision/decision-part.tsx').then((m) => ({ default: m.DecisionPart }))),
  webhooks: lazy(() => import('./webhooks/webhooks-part.tsx').then((m) => ({ default: m.WebhooksPart }))),
  calls: lazy(() => import('./webhooks/calls-part.tsx').then((m) => ({ default: m.CallsPart }))),
  staff: lazy(() => import('./timeline/staff-part.tsx').then((m) => ({ default: m.StaffPart }))),
};

const countOf: Readonly<Record<CasePart, (open: OpenCase) => number | undefined>> = {
  timeline: () => undefined,
  attempts: ({ captures }) => captures.attempts.length,
  decision: () => undefined,
  webhooks: ({ deliveries }) => deliveries.length,
  calls: ({ calls }) => calls.length,
  staff: ({ timeline, notes = [] }) =>
    timeline.filter(({ source }) => source === 'staff').length + notes.length,
};

/** Parts that not every role may see, with the permissions of which one is enough; the server leaves out what stands in them. */
const NEEDED: Readonly<Partial<Record<CasePart, readonly Permission[]>>> = {
  calls: ['calls:read'],
  staff: ['audit:read', 'notes:write'],
};

/** The parts of a case, one at a time; the address says which, so that a shared link opens the same. */
export function CaseParts({ open }: PartProps) {
  const t = useTexts();
  const { may } = useTenant();
  const isOpen = (needed: Permission): boolean =>
    may(needed) && (needed !== 'notes:write' || open.notes !== undefined);
  const { part: asked = 'timeline' } = useSearch({ strict: false });
  const parts = CASE_PARTS.filter((name) => {
    const needed = NEEDED[name];
    return needed === undefined || needed.some(isOpen);
  });
  const part = parts.includes(asked) ? asked : 'timeline';
  const Shown = PARTS[part];
  return (
    <div className="parts">
      <nav className="parts-nav" aria-label={t('partsLabel')}>
        {parts.map((name) => (
          <PartLink key={name} name={name} isOpen={name === part} count={countOf[name](open)} />
        ))}
      </nav>
      <Part key={part} lines={6}>
        <Shown open={open} />
      </Part>
    </div>
  );
}

function PartLink({ name, isOpen, count }: { name: CasePart; isOpen: boolean; count: number | undefined }) {
  const t = useTexts();
  const navigate = useNavigate();
  const part = name === 'timeline' ? undefined : name;
  const show = (): void =>
    void navigate({
      to: '.',
      search: (all) => changeSearch(all, { part }),
      replace: true,
      resetScroll: false,
    });
  return (
    <button type="button" className="parts-link" aria-current={isOpen ? 'true' : undefined} onClick={show}>
      {t(`part_${name}`)}
      {count !== undefined && count > 0 && <span className="parts-count">{count}</span>}
    </button>
  );
}
