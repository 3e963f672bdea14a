import { useTexts } from '../../i18n/use-texts.ts';
import { type EntryLine, toEntryLines } from './model/entry-lines.ts';

/** Lines that are shown before somebody opens the rest. */
const SHOWN = 6;

type Props = { before: string | undefined; after: string | undefined };

/** What an entry changed: each value with what was there before and what is new, in words and signs beside the colour. */
export function EntryDiff({ before, after }: Props) {
  const t = useTexts();
  const lines = toEntryLines(before, after);
  if (lines.length === 0) return null;
  const rest = lines.slice(SHOWN);
  return (
    <>
      <Lines lines={lines.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="audit-more">
          <summary>{t('auditMoreValues', { count: rest.length })}</summary>
          <Lines lines={rest} />
        </details>
      )}
    </>
  );
}

const Lines = ({ lines }: { lines: readonly EntryLine[] }) => (
  <dl className="audit-values">
    {lines.map((line) => (
      <div key={line.field}>
        <dt className="mono">
          <bdi>{line.field}</bdi>
        </dt>
        <Values {...line} />
      </div>
    ))}
  </dl>
);

function Values({ before, after, isChanged }: EntryLine) {
  const t = useTexts();
  if (!isChanged)
    return (
      <dd className="audit-value">
        <bdi>{after}</bdi>
      </dd>
    );
  return (
    <>
      {before !== undefined && (
        <dd className="audit-value audit-before">
          <span className="visually-hidden">{t('auditBefore')}: </span>
          <span aria-hidden="true">− </span>
          <bdi>{before}</bdi>
        </dd>
      )}
      {after !== undefined && (
        <dd className="audit-value audit-after">
          <span className="visually-hidden">{t('auditAfter')}: </span>
          <span aria-hidden="true">+ </span>
          <bdi>{after}</bdi>
        </dd>
      )}
    </>
  );
}
