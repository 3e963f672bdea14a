import { Link } from '@tanstack/react-router';
import type { TimelineEntry, TimelineSource } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeSearch } from '../../../lists/change-search.ts';
import { absoluteTime, utcTime } from '../../../ui/time-words.ts';
import { describeLine, sourceIcons } from '../../../words/timeline-line.ts';
import type { OpenCase } from '../../case/model/case-model.ts';
import { clockTime } from '../../case/timeline/clock-time.ts';

const SHOWN: readonly TimelineSource[] = ['step', 'attempt', 'decision', 'event', 'delivery'];

/** Steps, events and deliveries of a run, oldest first, each with a link to what it is about. */
export function RunLines({ open }: { open: OpenCase }) {
  return (
    <ol className="timeline">
      {open.timeline
        .filter(({ source }) => SHOWN.includes(source))
        .map((entry, index) => (
          <Line
            key={`${entry.at} ${entry.source} ${entry.code} ${entry.ref ?? index}`}
            entry={entry}
            open={open}
          />
        ))}
    </ol>
  );
}

function Line({ entry, open }: { entry: TimelineEntry; open: OpenCase }) {
  const t = useTexts();
  const tag = useTag();
  const { words, tone } = describeLine(entry, t);
  const Picture = sourceIcons[entry.source];
  return (
    <li className="line">
      <div className="line-row">
        <time dateTime={entry.at} title={`${absoluteTime(entry.at, tag)} · ${utcTime(entry.at)}`}>
          {clockTime(entry.at, tag)}
        </time>
        <span className={`line-mark mark-${tone}`}>
          <Picture className="icon" aria-hidden />
        </span>
        <p className="line-words">
          <span className="visually-hidden">{t(`source_${entry.source}`)}: </span>
          <span className="plain-text">{words}</span> <LineLink entry={entry} open={open} />
        </p>
      </div>
    </li>
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
