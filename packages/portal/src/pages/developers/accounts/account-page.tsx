import '../../case/case-parts.css';
import '../../case/case.css';
import '../developers.css';
import './accounts.css';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { AccountView } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { hasKept } from '../../../session/kept-form.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { NotFound } from '../../home/not-found.tsx';
import { type AccountDialog, accountForms } from './account-dialog.ts';
import { AccountFacts, TokenPanel } from './account-facts.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { SecretsPanel } from './secrets-panel.tsx';
import { readAccountAgain, useIsManager, useWithheld } from './use-account.ts';
import { useFocusAfter } from './use-focus-after.ts';
import { WithheldScopes } from './withheld-scopes.tsx';

const AccountDialogs = lazy(() =>
  import('./dialogs/account-dialogs.tsx').then((module) => ({ default: module.AccountDialogs })),
);

/** One service account: what it may do, from where and when, and its credentials. */
export function AccountPage() {
  const { may } = useTenant();
  const { account } = useParams({ from: '/t/$tenant/developers/accounts/$account' });
  return may('endpoints:manage') ? <Account key={account} name={account} /> : <NotFound />;
}

function Account({ name }: { name: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const isManager = useIsManager();
  const read = useRead('readPortalAccount', { params: { tenant_id: tenantId, account: name } });
  const [open, setOpen] = useState<AccountDialog | undefined>(() =>
    hasKept(accountForms.key(tenantId, name)) ? { kind: 'add-key' } : undefined,
  );
  useFocusAfter(open, read.data);
  useShortcut(
    'Escape',
    t('backToAccounts'),
    () => void navigate({ to: '/t/$tenant/developers/accounts', params: { tenant: tenantId } }),
  );
  return (
    <div className="case page page-list">
      <div>
        <Link to="/t/$tenant/developers/accounts" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToAccounts')}
        </Link>
        <PageHead
          title={t('accountTitle')}
          text={<span className="mono">{read.data?.account}</span>}
          acts={read.data && isManager && <SwitchButton account={read.data} onOpen={setOpen} />}
        />
      </div>
      <Loaded of={read} lines={12}>
        {(account) => (
          <>
            <Parts account={account} onOpen={isManager ? setOpen : undefined} />
            {open && (
              <Suspense>
                <AccountDialogs
                  open={open}
                  account={account}
                  onChanged={() => readAccountAgain(tenantId, account.account)}
                  onClose={() => setOpen(undefined)}
                />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

type SwitchProps = { account: AccountView; onOpen(dialog: AccountDialog): void };

/** Off is for every manager; on is for whose role gives the account's scopes. */
function SwitchButton({ account: { active, scopes }, onOpen }: SwitchProps) {
  const t = useTexts();
  const isWithheld = useWithheld(scopes).length > 0;
  if (!active && isWithheld) return null;
  return (
    <Button onPress={() => onOpen({ kind: 'switch', active: !active })}>
      {t(active ? 'accountSwitchOff' : 'accountSwitchOn')}
    </Button>
  );
}

type PartsProps = { account: AccountView; onOpen: ((dialog: AccountDialog) => void) | undefined };

function Parts({ account, onOpen }: PartsProps) {
  const t = useTexts();
  const withheld = useWithheld(account.scopes);
  const onGive = withheld.length === 0 ? onOpen : undefined;
  return (
    <>
      {!onOpen && <p className="hint">{t('accountsOfAll')}</p>}
      {onOpen && !onGive && (
        <>
          <p className="hint">{t('scopesWithheld', { scopes: withheld.join(', ') })}</p>
          <WithheldScopes scopes={withheld} />
        </>
      )}
      <SecretsPanel account={account} onGive={onGive} onEnd={onOpen} />
      <KeysPanel account={account} onGive={onGive} onEnd={onOpen} />
      <div className="panels-beside">
        <AccountFacts account={account} />
        <TokenPanel account={account} />
      </div>
    </>
  );
}
