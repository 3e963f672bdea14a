import { Link } from '@tanstack/react-router';
import type { StayView } from '@titular/contract';
import type { TextKey } from '../../i18n/texts.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { absoluteTime, clockTime, utcTime } from '../../ui/time-words.ts';

type Permission = StayView['views'][number]['permission'];

/** Words for views by the permission that they took: those of the role `operator`. */
const VIEW_WORDS: Partial<Record<Permission, TextKey>> = {
  'transactions:read': 'stayViews_transactions:read',
  'deliveries:read': 'stayViews_deliveries:read',
  'calls:read': 'stayViews_calls:read',
  'audit:read': 'stayViews_audit:read',
  'settings:read': 'stayViews_settings:read',
};

type Props = { stays: readonly StayView[]; onEnd(stay: StayView): void };

/** A line for each stay; the views lead to their entries in the audit log. */
export function StaysTable({ stays, onEnd }: Props) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('stayColumnWho')}</th>
          <th scope="col">{t('stayColumnWhen')}</th>
          <th scope="col">{t('stayColumnReason')}</th>
          <th scope="col">{t('stayColumnViews')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('stayEnd')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {stays.map((stay) => (
          <StayLine key={stay.id} stay={stay} onEnd={onEnd} />
        ))}
      </tbody>
    </table>
  );
}

function StayLine({ stay, onEnd }: { stay: StayView; onEnd(stay: StayView): void }) {
  const t = useTexts();
  const tag = useTag();
  const { operator, reason, enteredAt, until, isOpen } = stay;
  const words = `${absoluteTime(enteredAt, tag)} – ${clockTime(until, tag)}`;
  return (
    <tr>
      <th scope="row">
        {operator.name} {isOpen && <Badge tone="notice">{t('stayOpen')}</Badge>}
      </th>
      <td data-label={t('stayColumnWhen')}>
        <span title={`${utcTime(enteredAt)} – ${utcTime(until)}`}>{words}</span>
      </td>
      <td data-label={t('stayColumnReason')} className="plain-text">
        {reason}
      </td>
      <td data-label={t('stayColumnViews')}>
        <Views stay={stay} />
      </td>
      <td className="table-acts">
        {isOpen && (
          <Button aria-label={t('stayEndOf', { name: operator.name })} onPress={() => onEnd(stay)}>
            {t('stayEnd')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Views({ stay: { operator, views } }: { stay: StayView }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  if (views.length === 0) return <span className="hint">{t('stayNoViews')}</span>;
  return (
    <Link
      to="/t/$tenant/audit"
      params={{ tenant: tenantId }}
      search={(all) => ({ ...all, actor: `user:${operator.id}` })}
      className="link link-apart"
    >
      {views
        .flatMap(({ permission, count }) => {
          const key = VIEW_WORDS[permission];
          return key === undefined ? [] : [t(key, { count })];
        })
        .join(', ')}
    </Link>
  );
}
