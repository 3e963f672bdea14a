import type { TenantState } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { spanWords } from '../../case/timeline/clock-time.ts';
import { titleOf, valueWords } from '../../settings/model/setting-words.ts';
import { Fact } from '../deployment-facts.tsx';
import { TenantAdmins, TenantCompanies } from './tenants-table.tsx';

/** Deliveries beyond which those that wait are not counted. */
const MAX_WAITING = 1_000;

/** What a tenant is, and when it last called. */
export function TenantFacts({ tenant, entry, lastCallAt }: TenantState) {
  const t = useTexts();
  const { id, isActive, createdAt } = tenant;
  return (
    <>
      <dl className="deployment-facts">
        <Fact name={t('tenantState')}>
          <Badge tone={isActive ? 'good' : 'danger'}>{t(isActive ? 'tenantOn' : 'tenantOff')}</Badge>
        </Fact>
        <Fact name={t('tenantCompanies')}>
          <TenantCompanies tenant={tenant} />
        </Fact>
        <Fact name={t('tenantAdmins')}>
          <TenantAdmins tenant={tenant} />
        </Fact>
        <Fact name={t('tenantLastCall')}>
          {lastCallAt === undefined ? t('tenantNoCall') : <Time at={lastCallAt} />}
        </Fact>
        <Fact name={t('tenantCreated')}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={t('tenantId')}>
          <span className="mono process-name">{id}</span>
        </Fact>
      </dl>
      {entry === 'allowed' && <p className="hint">{t('entry_allowed')}</p>}
    </>
  );
}

/** How many transactions of the last days were created, approved and inconclusive. */
export function SpansTable({ transactions }: Pick<TenantState, 'transactions'>) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('tenantSpan')}</th>
          <th scope="col">{t('tenantSpanCreated')}</th>
          <th scope="col">{t('tenantSpanApproved')}</th>
          <th scope="col">{t('tenantSpanRefused')}</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map(({ days, created, approved, refused }) => (
          <tr key={days}>
            <th scope="row">{t('tenantSpanDays', { count: days })}</th>
            <td data-label={t('tenantSpanCreated')}>{t('plainCount', { number: created })}</td>
            <td data-label={t('tenantSpanApproved')}>{t('plainCount', { number: approved })}</td>
            <td data-label={t('tenantSpanRefused')}>{t('plainCount', { number: refused })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How the webhooks of a tenant do. */
export function WebhookFacts({ endpoints, deliveries }: Pick<TenantState, 'endpoints' | 'deliveries'>) {
  const t = useTexts();
  const tag = useTag();
  const { waiting, oldestSeconds } = deliveries;
  const number = (value: number): string => t('plainCount', { number: value });
  return (
    <dl className="deployment-facts">
      <Fact name={t('endpointsOn')}>{number(endpoints.on)}</Fact>
      <Fact name={t('endpointsFailing')}>{number(endpoints.failing)}</Fact>
      <Fact name={t('endpointsOff')}>{number(endpoints.off)}</Fact>
      <Fact name={t('endpointsOffByItself')}>{number(endpoints.offByItself)}</Fact>
      <Fact name={t('deliveriesWaiting')}>
        {waiting > MAX_WAITING ? t('countOver', { count: MAX_WAITING }) : number(waiting)}
      </Fact>
      <Fact name={t('deliveriesOldest')}>{spanWords(oldestSeconds, tag)}</Fact>
    </dl>
  );
}

/** Settings of the tenant in words, with the names that commands take; operators change some of them by command. */
export function SettingsTable({ settings }: Pick<TenantState, 'settings'>) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('settingColumn')}</th>
          <th scope="col">{t('settingValue')}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <tr key={setting.name}>
            <th scope="row">
              {titleOf(t, setting)}
              <span className="hint mono">{setting.name}</span>
            </th>
            <td data-label={t('settingValue')}>
              <span>
                {valueWords(t, setting, setting.value)}{' '}
                <Badge tone={setting.isDefault ? 'plain' : 'accent'}>
                  {t(setting.isDefault ? 'tenantSettingDefault' : 'tenantSettingChanged')}
                </Badge>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
