import { scopesWithheld } from '@titular/contract/scope-grants';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Who gives scopes that the person's role does not: an admin, or an operator alone. */
export function WithheldScopes({ scopes }: { scopes: readonly string[] }) {
  const t = useTexts();
  const ofOperators = scopesWithheld('admin', scopes);
  const ofAdmins = scopes.filter((scope) => !ofOperators.includes(scope));
  return (
    <>
      {ofAdmins.length > 0 && <p className="hint">{t('scopesOfAdmins', { scopes: ofAdmins.join(', ') })}</p>}
      {ofOperators.length > 0 && (
        <p className="hint">{t('scopesOfOperators', { scopes: ofOperators.join(', ') })}</p>
      )}
    </>
  );
}
