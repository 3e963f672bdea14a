import type { Scope } from '@titular/contract';
import { SCOPE_GRANTS, scopesWithheld } from '@titular/contract/scope-grants';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { CheckIcon } from '../../../../ui/icons.ts';
import { WithheldScopes } from '../withheld-scopes.tsx';

/** Every scope, in the order of the table. */
const SCOPES = Object.keys(SCOPE_GRANTS) as readonly Scope[];

type Props = { chosen: readonly Scope[]; isInvalid: boolean; onChange(chosen: readonly Scope[]): void };

/** Asks what an account may do; scopes that the role does not give are named below. */
export function ScopeChoice({ chosen, isInvalid, onChange }: Props) {
  const t = useTexts();
  const { role } = useTenant().membership;
  const withheld = scopesWithheld(role, SCOPES);
  const offered = SCOPES.filter((scope) => !withheld.includes(scope));
  return (
    <CheckboxGroup
      className="choices"
      value={[...chosen]}
      onChange={(marked) => onChange(SCOPES.filter((scope) => marked.includes(scope)))}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Label className="label">{t('accountScopes')}</Label>
      {offered.map((scope) => (
        <Checkbox key={scope} value={scope} className="checkbox">
          <span className="checkbox-box">
            <CheckIcon className="icon" aria-hidden />
          </span>
          <span>
            <span className="mono">{scope}</span> <span className="hint">{t(`scope_${scope}`)}</span>
          </span>
        </Checkbox>
      ))}
      <WithheldScopes scopes={withheld} />
      <FieldError className="field-error">{t('chooseScopes')}</FieldError>
    </CheckboxGroup>
  );
}
