import type { WaitingAct } from '@titular/contract';
import { roleKeys } from '../../../i18n/role-keys.ts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { filterWords } from '../../exports/model/filter-words.ts';
import { knownWords, titleOf } from '../../settings/model/setting-words.ts';
import { useCompanyNames } from '../../team/use-company-names.ts';

type Of<Kind extends WaitingAct['kind']> = Extract<WaitingAct, { kind: Kind }>;

/** What an act is about, in words. */
export function useActTitle(act: WaitingAct): string {
  const t = useTexts();
  if (act.kind === 'export') return t('exportKindPersons');
  if (act.kind === 'member') return t('actOfMember', { name: act.member.name ?? t('proposedByGone') });
  return act.company ? t('actOfCompany', { name: act.company.name ?? act.company.id }) : t('actOfTenant');
}

/** What an act changes: each thing with what it is, and what it is to be; of a file, what will be in it. */
export function ActSides({ act }: { act: WaitingAct }) {
  if (act.kind === 'export') return <FileSides act={act} />;
  return act.kind === 'member' ? <MemberSides act={act} /> : <SettingSides act={act} />;
}

function SettingSides({ act }: { act: Of<'settings'> }) {
  const t = useTexts();
  const say = (name: string, text: string): string => knownWords(t, act.forms, { name, text });
  const sides = act.changes.map(({ name, seen, value }) => ({
    name: titleOf(t, { name }),
    seen: say(name, seen),
    value: say(name, value),
  }));
  return <Sides sides={sides} />;
}

function MemberSides({ act }: { act: Of<'member'> }) {
  const t = useTexts();
  const namesOf = useCompanyNames();
  const sideOf = ({ role, companies, isActive }: Of<'member'>['seen']): string => {
    const name = t(roleKeys[role].name);
    return `${isActive ? name : t('actMemberOff', { role: name })} (${namesOf(companies)})`;
  };
  return (
    <>
      <Sides sides={[{ name: t('columnRole'), seen: sideOf(act.seen), value: sideOf(act.next) }]} />
      {act.linkAt !== undefined && (
        <p className="hint">
          {act.linkBy ? t('actLinkBy', { name: act.linkBy.name ?? t('proposedByGone') }) : t('actLinkHost')}{' '}
          <Time at={act.linkAt} />
        </p>
      )}
    </>
  );
}

/** The rows and columns that the file will have. */
function FileSides({ act: { filters, columns, proposedAt } }: { act: Of<'export'> }) {
  const t = useTexts();
  const tag = useTag();
  const words = filterWords(filters, t, tag);
  return (
    <ul className="act-sides">
      <li className="data-word">{words.length === 0 ? t('exportAll') : words.join(' · ')}</li>
      <li>{t('actRowsUntil', { time: absoluteTime(proposedAt, tag) })}</li>
      <li className="hint data-word">{t('actColumns', { columns: columns.join(', ') })}</li>
    </ul>
  );
}

type Shown = { name: string; seen: string; value: string };

function Sides({ sides }: { sides: readonly Shown[] }) {
  return (
    <ul className="act-sides">
      {sides.map(({ name, seen, value }) => (
        <li key={name}>
          {name}: <del className="data-word">{seen || '–'}</del>{' '}
          <ins className="data-word">{value || '–'}</ins>
        </li>
      ))}
    </ul>
  );
}
