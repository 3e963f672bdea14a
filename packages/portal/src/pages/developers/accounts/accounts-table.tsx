import { Link } from '@tanstack/react-router';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ListedAccount } from './use-account.ts';

/** Says whether an account is on. */
export function AccountState({ active }: { active: boolean }) {
  const t = useTexts();
  return <Badge tone={active ? 'good' : 'danger'}>{t(active ? 'accountOn' : 'accountOff')}</Badge>;
}

/** One line for each account; its name leads to its page, and each number to what it counts there. */
export function AccountsTable({ accounts }: { accounts: readonly ListedAccount[] }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('accountName')}</th>
          <th scope="col">{t('accountState')}</th>
          <th scope="col">{t('accountScopes')}</th>
          <th scope="col">{t('validSecrets')}</th>
          <th scope="col">{t('validKeys')}</th>
          <th scope="col">{t('lastUse')}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <Line key={account.id} account={account} />
        ))}
      </tbody>
    </table>
  );
}

function Line({
  account: { account, active, scopes, keys, secrets, lastUsedAt },
}: {
  account: ListedAccount;
}) {
  const t = useTexts();
  return (
    <tr>
      <th scope="row">
        <ToAccount account={account}>{account}</ToAccount>
      </th>
      <td data-label={t('accountState')}>
        <AccountState active={active} />
      </td>
      <td data-label={t('accountScopes')}>{scopes.join(', ')}</td>
      <td data-label={t('validSecrets')}>
        <Count account={account} count={secrets} part="secrets" words={t('secretsTitle')} />
      </td>
      <td data-label={t('validKeys')}>
        <Count account={account} count={keys} part="keys" words={t('keysTitle')} />
      </td>
      <td data-label={t('lastUse')}>
        {lastUsedAt === undefined ? t('neverUsed') : <Time at={lastUsedAt} />}
      </td>
    </tr>
  );
}

type CountProps = { account: string; count: number; part: 'keys' | 'secrets'; words: string };

function Count({ account, count, part, words }: CountProps) {
  const tag = useTag();
  return (
    <ToAccount account={account} part={part} label={`${count} ${words}: ${account}`}>
      {new Intl.NumberFormat(tag).format(count)}
    </ToAccount>
  );
}

type LinkProps = { account: string; part?: CountProps['part']; label?: string; children: string };

function ToAccount({ account, part, label, children }: LinkProps) {
  const { tenantId } = useTenant();
  return (
    <Link
      to="/t/$tenant/developers/accounts/$account"
      params={{ tenant: tenantId, account }}
      {...(part && { hash: part })}
      className={part ? 'link link-apart account-count' : 'link link-apart'}
      preload={false}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
