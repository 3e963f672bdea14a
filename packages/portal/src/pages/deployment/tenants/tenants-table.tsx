import { Link } from '@tanstack/react-router';
import type { TenantRow } from '@titular/contract';
import { COMPANIES_COUNTED } from '@titular/contract/tenant-counts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import type { TenantDialog } from './tenant-dialog.ts';

type Props = { onOpen(dialog: TenantDialog): void };

/** A line for each tenant, with what can be done about it. */
export function TenantsTable({ rows, onOpen }: { rows: readonly TenantRow[] } & Props) {
  const t = useTexts();
  return (
    <table className="table table-stack tenants">
      <thead>
        <tr>
          <th scope="col">{t('tenantName')}</th>
          <th scope="col">{t('tenantState')}</th>
          <th scope="col">{t('tenantCompanies')}</th>
          <th scope="col">{t('tenantAdmins')}</th>
          <th scope="col">{t('tenantCreated')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('tenantActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((tenant) => (
          <TenantLine key={tenant.id} tenant={tenant} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function TenantLine({ tenant, onOpen }: { tenant: TenantRow } & Props) {
  const t = useTexts();
  const { id, name, isActive, createdAt } = tenant;
  return (
    <tr>
      <th scope="row">
        <Link to="/op/tenants/$tenant" params={{ tenant: id }} className="link link-apart">
          {name}
        </Link>
        <span className="hint mono process-name">{id}</span>
      </th>
      <td data-label={t('tenantState')}>
        <Badge tone={isActive ? 'good' : 'danger'}>{t(isActive ? 'tenantOn' : 'tenantOff')}</Badge>
      </td>
      <td data-label={t('tenantCompanies')}>
        <TenantCompanies tenant={tenant} />
      </td>
      <td data-label={t('tenantAdmins')}>
        <TenantAdmins tenant={tenant} />
      </td>
      <td data-label={t('tenantCreated')}>
        <Time at={createdAt} />
      </td>
      <td>
        <TenantMenu tenant={tenant} onOpen={onOpen} />
      </td>
    </tr>
  );
}

/** The newest companies of a tenant, and how many more. */
export function TenantCompanies({ tenant: { companies, companyCount } }: { tenant: TenantRow }) {
  const t = useTexts();
  if (companyCount === 0) return <span className="hint">{t('tenantCompaniesNone')}</span>;
  const isMore = companyCount > COMPANIES_COUNTED;
  const rest = isMore ? COMPANIES_COUNTED : companyCount - companies.length;
  return (
    <ul className="tenant-companies">
      {companies.map(({ id, name, isActive }) => (
        <li key={id}>{isActive ? name : t('companyOff', { name })}</li>
      ))}
      {rest > 0 && (
        <li className="hint">{t(isMore ? 'tenantCompaniesOver' : 'tenantCompaniesMore', { count: rest })}</li>
      )}
    </ul>
  );
}

/** How many admins a tenant has, or until when the first is invited. */
export function TenantAdmins({ tenant: { adminCount: count, invitedUntil } }: { tenant: TenantRow }) {
  const t = useTexts();
  const tag = useTag();
  return (
    <span>
      {t('tenantAdminCount', { count })}
      {invitedUntil !== undefined && (
        <span className="hint process-name">
          {t('tenantInvitedUntil', { time: absoluteTime(invitedUntil, tag) })}
        </span>
      )}
    </span>
  );
}

function TenantMenu({ tenant, onOpen }: { tenant: TenantRow } & Props) {
  const t = useTexts();
  const { name, isActive, takesFirstAdmin } = tenant;
  const lines = [
    { id: 'company', text: t('addCompany'), run: () => onOpen({ kind: 'company', tenant }) },
    ...(takesFirstAdmin
      ? [{ id: 'invite', text: t('inviteFirstAdmin'), run: () => onOpen({ kind: 'invite', tenant }) }]
      : []),
    {
      id: 'switch',
      text: t(isActive ? 'switchTenantOff' : 'switchTenantOn'),
      run: () => onOpen({ kind: 'switch', tenant }),
    },
  ];
  return (
    <MenuButton label={t('tenantMenu', { name })} lines={lines}>
      {t('tenantActs')}
    </MenuButton>
  );
}
