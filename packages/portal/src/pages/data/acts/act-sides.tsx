import type { WaitingAct } from '@titular/contract';
import { roleKeys } from '../../../i18n/role-keys.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { titleOf } from '../../settings/model/setting-words.ts';
import { useCompanyNames } from '../../team/use-company-names.ts';

/** What an act is about, in words. */
export function useActTitle(act: WaitingAct): string {
  const t = useTexts();
  if (act.kind === 'member') return t('actOfMember', { name: act.member.name ?? t('proposedByGone') });
  return act.company ? t('actOfCompany', { name: act.company.name ?? act.company.id }) : t('actOfTenant');
}

type Side = Extract<WaitingAct, { kind: 'member' }>['seen'];

/** What an act changes: each thing with what it is, and what it is to be. */
export function ActSides({ act }: { act: WaitingAct }) {
  const t = useTexts();
  const namesOf = useCompanyNames();
  const sideOf = ({ role, companies, isActive }: Side): string => {
    const name = t(roleKeys[role].name);
    return `${isActive ? name : t('actMemberOff', { role: name })} (${namesOf(companies)})`;
  };
  const sides =
    act.kind === 'settings'
      ? act.changes.map(({ name, seen, value }) => ({ name: titleOf(t, { name }), seen, value }))
      : [{ name: t('columnRole'), seen: sideOf(act.seen), value: sideOf(act.next) }];
  return (
    <>
      <Sides sides={sides} />
      {act.kind === 'member' && act.linkAt !== undefined && (
        <p className="hint">
          {act.linkBy ? t('actLinkBy', { name: act.linkBy.name ?? t('proposedByGone') }) : t('actLinkHost')}{' '}
          <Time at={act.linkAt} />
        </p>
      )}
    </>
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
