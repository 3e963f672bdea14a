import type { Member } from '@titular/contract';
import { TENANT_ROLES, type TenantRole } from '@titular/contract/permissions';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { roleKeys } from '../../i18n/role-keys.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states/loaded.tsx';

/** What somebody is in a tenant: a role, for all of its companies or some. */
export type RoleChoice = { role: TenantRole; companies: Member['companies'] };

/** Whether a choice can be sent: some companies are at least one. */
export const isWholeChoice = ({ companies }: RoleChoice): boolean =>
  companies === 'all' || companies.length > 0;

type Props = { value: RoleChoice; isChecked: boolean; onChange(value: RoleChoice): void };

/** Asks for role and companies. */
export function RoleForm({ value, isChecked, onChange }: Props) {
  const t = useTexts();
  const { role, companies } = value;
  const setRole = (chosen: string): void =>
    onChange({ ...value, role: TENANT_ROLES.find((one) => one === chosen) ?? role });
  return (
    <>
      <RadioGroup className="choices" value={role} onChange={setRole}>
        <Label className="label">{t('roleLabel')}</Label>
        <div className="choice-row">
          {TENANT_ROLES.map((one) => (
            <Radio key={one} value={one} className="choice">
              <strong>{t(roleKeys[one].name)}</strong>
              <span className="hint">{t(roleKeys[one].meaning)}</span>
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <CompanyChoice
        chosen={companies}
        isInvalid={isChecked && companies.length === 0}
        onChange={(chosen) => onChange({ ...value, companies: chosen })}
      />
    </>
  );
}

type Companies = RoleChoice['companies'];
type CompanyProps = { chosen: Companies; isInvalid: boolean; onChange(chosen: Companies): void };

const ALL = 'all';

/** What is chosen after a press: all of them, or some; a company chosen after all narrows to it. */
const toCompanies = (before: Companies, marked: readonly string[]): Companies =>
  marked.includes(ALL) && before !== ALL ? ALL : marked.filter((one) => one !== ALL);

function CompanyChoice({ chosen, isInvalid, onChange }: CompanyProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const tenant = useRead('readPortalTenant', { params: { tenant_id: tenantId } });
  return (
    <Loaded of={tenant} lines={3}>
      {({ companies }) => (
        <CheckboxGroup
          className="choices"
          value={chosen === ALL ? [ALL] : chosen}
          onChange={(marked) => onChange(toCompanies(chosen, marked))}
          isInvalid={isInvalid}
          validationBehavior="aria"
        >
          <Label className="label">{t('companiesLabel')}</Label>
          <CompanyBox value={ALL} words={t('allOfTenant')} />
          {companies
            .filter(({ isShop }) => !isShop)
            .map(({ id, name, isActive }) => (
              <CompanyBox key={id} value={id} words={isActive ? name : t('inactiveCompany', { name })} />
            ))}
          <FieldError className="field-error">{t('chooseCompanies')}</FieldError>
        </CheckboxGroup>
      )}
    </Loaded>
  );
}

function CompanyBox({ value, words }: { value: string; words: string }) {
  return (
    <Checkbox value={value} className="checkbox">
      <span className="checkbox-box">
        <CheckIcon className="icon" aria-hidden />
      </span>
      {words}
    </Checkbox>
  );
}
