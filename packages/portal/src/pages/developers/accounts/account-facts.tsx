import type { AccountView } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Fact } from '../../case/fact.tsx';
import { durationWords } from '../../case/timeline/clock-time.ts';
import { Code } from '../../case/webhooks/code.tsx';
import { AccountState } from './accounts-table.tsx';
import { accountCommands } from './model/account-commands.ts';
import { timesWords } from './model/times-words.ts';
import { tokenSnippet } from './model/token-snippet.ts';

type Props = { account: AccountView };

/** What an account may do, from where and when; the commands that change it can be copied. */
export function AccountFacts({ account }: Props) {
  const t = useTexts();
  const tag = useTag();
  const { active, scopes, allowedAddresses, allowedTimes, assertionLifetimeSeconds } = account;
  return (
    <Panel title={t('accountSettings')} text={t('accountSettingsText')}>
      <dl className="facts-list">
        <Fact name={t('accountState')}>
          <AccountState active={active} />
        </Fact>
        <SetFact name={t('accountScopes')} setting="scopes" value={scopes} account={account} none="" />
        <SetFact
          name={t('allowedAddresses')}
          setting="allowed-addresses"
          value={allowedAddresses}
          account={account}
          none={t('anyAddress')}
        />
        <SetFact
          name={t('allowedTimes')}
          setting="allowed-times"
          value={allowedTimes}
          account={account}
          none={t('anyTime')}
          say={(window) => timesWords(window, tag)}
        />
        <Fact name={t('assertionLifetime')}>{durationWords(assertionLifetimeSeconds * 1_000, tag)}</Fact>
      </dl>
    </Panel>
  );
}

type SetProps = Props & { name: string; setting: string; value: readonly string[]; none: string } & {
  /** Says a value to people; the command has it as it is. */
  say?: (value: string) => string;
};

function SetFact({ account: { account }, name, setting, value, none, say = String }: SetProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const command = accountCommands(tenantId, account).set(setting, value.join(','));
  return (
    <Fact name={name}>
      {value.length === 0 ? (
        <p className="account-values">{none}</p>
      ) : (
        <ul className="account-values">
          {value.map((one) => (
            <li key={one} className="mono">
              {say(one)}
            </li>
          ))}
        </ul>
      )}
      <CopyButton text={command} label={t('copyCommand')} of={name} />
    </Fact>
  );
}

/** How a back end gets an access token with a client secret of the account. */
export function TokenPanel({ account }: Props) {
  const t = useTexts();
  const snippet = tokenSnippet(account);
  return (
    <Panel
      title={t('tokenTitle')}
      text={t('tokenText')}
      acts={<CopyButton text={snippet} label={t('copySnippet')} />}
    >
      <dl className="facts-list">
        <Fact name={t('clientId')}>
          <span className="mono">{account.clientId}</span>
        </Fact>
        <Fact name={t('tokenUrl')}>
          <span className="mono">{account.tokenUrl}</span>
        </Fact>
      </dl>
      <Code text={snippet} />
    </Panel>
  );
}
