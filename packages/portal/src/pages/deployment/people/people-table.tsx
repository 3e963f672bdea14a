import { Link } from '@tanstack/react-router';
import type { PersonRow } from '@titular/contract';
import { roleKeys } from '../../../i18n/role-keys.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useSession } from '../../../shell/use-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { Time } from '../../../ui/time.tsx';

/** What an operator is about to do, and with whom. */
export type PersonAct = { kind: 'end' | 'lock' | 'unlock'; person: PersonRow };

type Props = { onOpen(act: PersonAct): void };

/** A line for each person: where they belong, when they last signed in, and what may be done about them. */
export function PeopleTable({ rows, onOpen }: { rows: readonly PersonRow[] } & Props) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('personName')}</th>
          <th scope="col">{t('personRoles')}</th>
          <th scope="col">{t('personLast')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('tenantActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <PersonLine key={person.id} person={person} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function PersonLine({ person, onOpen }: { person: PersonRow } & Props) {
  const t = useTexts();
  const { userId } = useSession();
  const isYou = person.id === userId;
  // Tenants manage their own staff.
  const isManaged = person.isOperator || person.membershipCount === 0;
  return (
    <tr>
      <th scope="row">
        <bdi>{person.name}</bdi> {isYou && <Badge tone="accent">{t('personYou')}</Badge>}{' '}
        {!person.isActive && <Badge tone="danger">{t('personLocked')}</Badge>}
      </th>
      <td data-label={t('personRoles')}>
        <Roles person={person} />
      </td>
      <td data-label={t('personLast')}>
        <span>
          {person.lastSignInAt ? <Time at={person.lastSignInAt} /> : t('personNever')}
          {person.sessions > 0 && (
            <span className="hint"> · {t('personSessions', { count: person.sessions })}</span>
          )}
        </span>
      </td>
      <td>{!isYou && isManaged && <PersonMenu person={person} onOpen={onOpen} />}</td>
    </tr>
  );
}

function Roles({ person: { isOperator, memberships, membershipCount } }: { person: PersonRow }) {
  const t = useTexts();
  const rest = membershipCount - memberships.length;
  if (!isOperator && membershipCount === 0) return <span className="hint">{t('personNothing')}</span>;
  return (
    <ul className="tenant-companies">
      {isOperator && <li>{t('roleOperator')}</li>}
      {memberships.map(({ tenantId, tenantName, role, isActive }) => (
        <li key={tenantId}>
          <Link to="/op/tenants/$tenant" params={{ tenant: tenantId }} className="link link-apart">
            {tenantName}
          </Link>
          {': '}
          {t(roleKeys[role].name)} {!isActive && <Badge>{t('personOff')}</Badge>}
        </li>
      ))}
      {rest > 0 && <li className="hint">{t('tenantCompaniesMore', { count: rest })}</li>}
    </ul>
  );
}

function PersonMenu({ person, onOpen }: { person: PersonRow } & Props) {
  const t = useTexts();
  const { name, isActive, sessions } = person;
  const lines = [
    ...(sessions > 0
      ? [{ id: 'end', text: t('personEnd'), run: () => onOpen({ kind: 'end', person }) }]
      : []),
    isActive
      ? { id: 'lock', text: t('personLock'), run: () => onOpen({ kind: 'lock', person }) }
      : { id: 'unlock', text: t('personUnlock'), run: () => onOpen({ kind: 'unlock', person }) },
  ];
  return (
    <MenuButton label={t('tenantMenu', { name })} lines={lines}>
      {t('tenantActs')}
    </MenuButton>
  );
}
