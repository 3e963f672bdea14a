import { Link } from '@tanstack/react-router';
import type { TimelineEntry, TimelineSource } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeSearch } from '../../../lists/change-search.ts';
import type { OpenCase } from '../../case/model/case-model.ts';
import { LineRow } from '../../case/timeline/line-row.tsx';

const SHOWN: readonly TimelineSource[] = ['step', 'attempt', 'decision', 'event', 'delivery'];

/** Steps, events and deliveries of a run, oldest first, each with a link to what it is about. */
export function RunLines({ open }: { open: OpenCase }) {
  return (
    <ol className="timeline">
      {open.timeline
        .filter(({ source }) => SHOWN.includes(source))
        .map((entry, index) => (
          <li key={`${entry.at} ${entry.source} ${entry.code} ${entry.ref ?? index}`} className="line">
            <LineRow entry={entry}>
              <LineLink entry={entry} open={open} />
            </LineRow>
          </li>
        ))}
    </ol>
  );
}

function LineLink({ entry: { source, ref }, open }: { entry: TimelineEntry; open: OpenCase }) {
  const t = useTexts();
  const { tenantId: tenant } = open.subject;
  if (ref === undefined) return null;
  if (source === 'event')
    return (
      <Link
        to="/t/$tenant/developers/events/$event"
        params={{ tenant, event: ref }}
        className="link link-apart"
      >
        {t('runEvent')}
      </Link>
    );
  const delivery = source === 'delivery' && open.deliveries.find(({ id }) => id === ref);
  if (!delivery) return null;
  return (
    <Link
      to="/t/$tenant/developers/endpoints/$endpoint"
      params={{ tenant, endpoint: delivery.endpointId }}
      search={(all) => changeSearch(all, { open: delivery.id })}
      className="link link-apart"
    >
      {t('runDelivery')}
    </Link>
  );
}
