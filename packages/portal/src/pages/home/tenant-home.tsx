import { permissionKeys, roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckIcon, CompanyIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { SandboxPart } from '../overview/fill/sandbox-part.tsx';

/** Home of a tenant: the companies within reach, and what the person may do here. */
export function TenantHome() {
  const t = useTexts();
  const { tenantId, membership, may } = useTenant();
  const tenant = useRead('readPortalTenant', { params: { tenant_id: tenantId } });
  const { name, meaning } = roleKeys[membership.role];
  return (
    <div className="page">
      <PageHead title={t('homeTitle')} text={membership.tenantName} />
      <SandboxPart />
      <Panel title={t('companiesTitle')} isFlush>
        <Loaded of={tenant} lines={4}>
          {({ companies }) =>
            companies.length === 0 ? (
              <Empty icon={CompanyIcon} title={t('noCompanies')} />
            ) : (
              <table className="table table-stack">
                <thead>
                  <tr>
                    <th scope="col">{t('companyName')}</th>
                    <th scope="col">{t('companyModule')}</th>
                    <th scope="col">{t('companyState')}</th>
                  </tr>
                </thead>
                <tbody>
                  {companies.map((company) => (
                    <tr key={company.id}>
                      <th scope="row">{company.name}</th>
                      <td className="mono" data-label={t('companyModule')}>
                        {company.module}
                      </td>
                      <td data-label={t('companyState')}>
                        <Badge tone={company.isActive ? 'good' : 'plain'}>
                          {t(company.isActive ? 'companyActive' : 'companyNotActive')}
                        </Badge>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Panel>
      <Panel title={t('homeMayTitle')} text={`${t(name)}: ${t(meaning)}`}>
        <ul className="ticks">
          {membership.permissions.map((permission) => (
            <li key={permission}>
              <CheckIcon className="icon" aria-hidden />
              {t(permissionKeys[permission])}
            </li>
          ))}
        </ul>
        {membership.stay === undefined && !may('team:manage') && <p className="hint">{t('homeMayText')}</p>}
      </Panel>
      <p className="hint">{t('homeKeysText', { key: '?' })}</p>
    </div>
  );
}
