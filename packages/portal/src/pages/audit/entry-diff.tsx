import type { AuditRow, SettingForm, SettingValue } from '@titular/contract';
import { formatSetting } from '@titular/contract/check-setting';
import type { Translate } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { titleOf, valueWords } from '../settings/model/setting-words.ts';
import { type EntryLine, type SayField, toEntryLines } from './model/entry-lines.ts';

/** Lines that are shown before somebody opens the rest. */
const SHOWN = 6;

/** Says values of settings as the pages of settings do. */
const sayWith =
  (t: Translate, forms: readonly SettingForm[]): SayField =>
  (field, value) => {
    const form = forms.find(({ name }) => name === field);
    return form && valueWords(t, form, formatSetting(value as SettingValue));
  };

/** What an entry changed: each value with what was there before and what is new, in words and signs beside the colour. */
export function EntryDiff({ entry: { before, after, forms = [] } }: { entry: AuditRow }) {
  const t = useTexts();
  const lines = toEntryLines(before, after, sayWith(t, forms));
  if (lines.length === 0) return null;
  const settings = forms.map(({ name }) => name);
  const rest = lines.slice(SHOWN);
  return (
    <>
      <Lines lines={lines.slice(0, SHOWN)} settings={settings} />
      {rest.length > 0 && (
        <details className="audit-more">
          <summary>{t('auditMoreValues', { count: rest.length })}</summary>
          <Lines lines={rest} settings={settings} />
        </details>
      )}
    </>
  );
}

type LinesProps = { lines: readonly EntryLine[]; settings: readonly string[] };

const Lines = ({ lines, settings }: LinesProps) => (
  <dl className="audit-values">
    {lines.map((line) => (
      <div key={line.field}>
        <dt>
          {settings.includes(line.field) && <SettingTitle name={line.field} />}
          <bdi className="mono">{line.field}</bdi>
        </dt>
        <Values {...line} />
      </div>
    ))}
  </dl>
);

function SettingTitle({ name }: { name: string }) {
  const t = useTexts();
  return <span className="audit-setting">{titleOf(t, { name })}</span>;
}

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
