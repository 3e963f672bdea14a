import { roleKeys } from '../../i18n/role-keys.ts';
import type { Translate } from '../../i18n/texts.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import type { PendingInvitation, TeamDialog } from './team-dialog.ts';
import { useCompanyNames } from './use-company-names.ts';

type Props = { invitations: readonly PendingInvitation[]; onOpen(dialog: TeamDialog): void };

const makerOf = ({ madeByName }: PendingInvitation, t: Translate): string =>
  madeByName === undefined ? t('invitationMadeByCommand') : t('invitationMadeBy', { name: madeByName });

/** Links that were made and not taken yet; the links themselves are known to nobody here. */
export function InvitationsList({ invitations, onOpen }: Props) {
  const t = useTexts();
  const tag = useTag();
  const namesOf = useCompanyNames();
  if (invitations.length === 0) return <p className="hint list-empty">{t('noInvitations')}</p>;
  return (
    <ul className="list">
      {invitations.map((invitation) => {
        const name = invitation.name ?? t('invitationUnnamed');
        return (
          <li key={invitation.id}>
            <div className="list-text">
              <span className="member-name">
                <strong>{name}</strong>
                {invitation.kind === 'reset' && <Badge tone="notice">{t('invitationReset')}</Badge>}
              </span>
              <span className="hint">
                {t(roleKeys[invitation.role].name)} · {namesOf(invitation.companies)} ·{' '}
                {t('invitationEnds', { time: absoluteTime(invitation.expiresAt, tag) })}
                {invitation.madeBy !== undefined && ` · ${makerOf(invitation, t)}`}
              </span>
            </div>
            <Button
              aria-label={t('withdrawOf', { name })}
              onPress={() => onOpen({ kind: 'withdraw', invitation })}
            >
              {t('withdraw')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
