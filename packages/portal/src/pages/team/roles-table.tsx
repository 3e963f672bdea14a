import {
  extentOf,
  PERMISSIONS,
  type Permission,
  TENANT_ROLES,
  type TenantRole,
} from '@titular/contract/permissions';
import { permissionKeys, roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useSession } from '../../shell/use-session.ts';
import { CheckIcon, NoneIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';

function Extent({ role, permission }: { role: TenantRole; permission: Permission }) {
  const t = useTexts();
  const { environment } = useSession();
  const extent = extentOf(role, permission, environment);
  if (extent === undefined)
    return (
      <span className="extent extent-none">
        <NoneIcon className="icon" aria-hidden />
        <span className="visually-hidden">{t('mayNot')}</span>
      </span>
    );
  return (
    <span className="extent">
      <CheckIcon className="icon" aria-hidden />
      {extent === 'all' ? (
        <span className="visually-hidden">{t('may')}</span>
      ) : (
        <span className="hint">{t(extent === 'case' ? 'mayCase' : 'mayOwn')}</span>
      )}
    </span>
  );
}

const shown = PERMISSIONS.filter((permission) => permission !== 'deployment:manage');

/** What each role may do here, from the table that the server's guard reads. */
export function RolesTable() {
  const t = useTexts();
  return (
    <Panel title={t('rolesTitle')} text={t('rolesText')} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1). */}
      <section className="table-scroll" aria-label={t('columnMay')} tabIndex={0}>
        <table className="table roles">
          <thead>
            <tr>
              <th scope="col">{t('columnMay')}</th>
              {TENANT_ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(roleKeys[role].name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((permission) => (
              <tr key={permission}>
                <th scope="row">{t(permissionKeys[permission])}</th>
                {TENANT_ROLES.map((role) => (
                  <td key={role}>
                    <Extent role={role} permission={permission} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
