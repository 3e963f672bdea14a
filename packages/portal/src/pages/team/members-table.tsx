import type { Member } from '@titular/contract';
import { roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useSession } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';

/** One line for each person of the tenant. */
export function MembersTable({ members }: { members: readonly Member[] }) {
  const t = useTexts();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('columnName')}</th>
          <th scope="col">{t('columnRole')}</th>
          <th scope="col">{t('columnCompanies')}</th>
          <th scope="col">{t('columnSignIn')}</th>
          <th scope="col">{t('columnLast')}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberLine key={member.userId} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function MemberLine({ member }: { member: Member }) {
  const t = useTexts();
  const { userId } = useSession();
  const ways = [...new Set(member.authenticators)];
  return (
    <tr>
      <th scope="row">
        {member.name} {member.userId === userId && <Badge tone="accent">{t('isYou')}</Badge>}{' '}
        {!member.isActive && <Badge tone="danger">{t('isDisabled')}</Badge>}
      </th>
      <td>{t(roleKeys[member.role].name)}</td>
      <td>
        {member.companies === 'all'
          ? t('companiesAll')
          : t('companiesCount', { count: member.companies.length })}
      </td>
      <td>{ways.map((way) => t(way === 'passkey' ? 'mePasskey' : 'mePassword')).join(', ')}</td>
      <td>{member.lastSignInAt ? <Time at={member.lastSignInAt} /> : t('neverSignedIn')}</td>
    </tr>
  );
}
