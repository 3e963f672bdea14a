import { useNavigate } from '@tanstack/react-router';
import type { Member } from '@titular/contract';
import { roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useSession, useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { MoreIcon } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuLine } from '../../ui/popover-menu.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingMember } from './acts/waiting-member.tsx';
import type { TeamDialog } from './team-dialog.ts';
import { useCompanyNames } from './use-company-names.ts';

type Open = (dialog: TeamDialog) => void;

/** One line for each person of the tenant, with what may be done about them. */
export function MembersTable({ members, onOpen }: { members: readonly Member[]; onOpen: Open }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('columnName')}</th>
          <th scope="col">{t('columnRole')}</th>
          <th scope="col">{t('columnCompanies')}</th>
          <th scope="col">{t('columnSignIn')}</th>
          <th scope="col">{t('columnLast')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('columnActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberLine key={member.userId} member={member} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

const WAYS = { passkey: 'mePasskey', password: 'mePassword', provider: 'meProvider' } as const;

function MemberLine({ member, onOpen }: { member: Member; onOpen: Open }) {
  const t = useTexts();
  const namesOf = useCompanyNames();
  const { userId } = useSession();
  const { may, membership } = useTenant();
  const seesActs = may('settings:change') && membership.companies === 'all';
  const isYou = member.userId === userId;
  const ways = [...new Set(member.authenticators)].map((way) => t(WAYS[way]));
  return (
    <tr>
      <th scope="row">
        <span className="member-name">
          {member.name}
          {isYou && <Badge tone="accent">{t('isYou')}</Badge>}
          {!member.isActive && <Badge tone="danger">{t('isDisabled')}</Badge>}
          {member.isLocked && <Badge tone="danger">{t('isLockedOut')}</Badge>}
        </span>
      </th>
      <td data-label={t('columnRole')}>
        <div>
          {t(roleKeys[member.role].name)}
          {seesActs && <WaitingMember userId={member.userId} />}
        </div>
      </td>
      <td data-label={t('columnCompanies')}>{namesOf(member.companies)}</td>
      <td data-label={t('columnSignIn')}>{ways.join(', ') || '–'}</td>
      <td data-label={t('columnLast')}>
        <span>
          {member.lastSignInAt ? <Time at={member.lastSignInAt} /> : t('neverSignedIn')}
          {member.sessions > 0 && (
            <span className="hint"> · {t('openSessions', { count: member.sessions })}</span>
          )}
        </span>
      </td>
      <td className="table-acts">{!isYou && <MemberActs member={member} onOpen={onOpen} />}</td>
    </tr>
  );
}

/** The entries of the audit log about pictures that a member viewed; undefined for who sees none of them. The role that gave the right may be gone by now. */
function useToPictures({ userId }: Member): (() => void) | undefined {
  const navigate = useNavigate();
  const { tenantId, may, membership } = useTenant();
  if (!may('audit:read', 'all') || membership.companies !== 'all') return undefined;
  const of = { actor: `user:${userId}`, action: 'captures.look' };
  const params = { tenant: tenantId };
  return () => void navigate({ to: '/t/$tenant/audit', params, search: (all) => ({ ...all, ...of }) });
}

function MemberActs({ member, onOpen }: { member: Member; onOpen: Open }) {
  const t = useTexts();
  const toPictures = useToPictures(member);
  const line = (
    kind: Exclude<TeamDialog['kind'], 'invite' | 'withdraw'>,
    text: string,
    isDanger = false,
  ): MenuLine => ({
    id: kind,
    text,
    isDanger,
    run: () => onOpen({ kind, member }),
  });
  const lines = [
    line('change', t('changeRole')),
    ...(toPictures ? [{ id: 'pictures', text: t('picturesViewed'), run: toPictures }] : []),
    line('end-sessions', t('endSessions')),
    line('reset', t('reset')),
    member.isActive ? line('disable', t('disable'), true) : line('enable', t('enable')),
  ];
  return <MenuButton label={t('actsFor', { name: member.name })} lines={lines} icon={MoreIcon} isSquare />;
}
