import { useTexts } from '../../../../i18n/use-texts.ts';
import { Unreachable } from '../../../../service/failures.ts';
import { ActFailure } from '../../../../ui/states/failure.tsx';

/** What the making of a credential ended with; after a lost answer, what to do about one that nobody saw. */
export function MakingFailure({ failure }: { failure: unknown }) {
  const t = useTexts();
  return (
    <>
      <ActFailure failure={failure} />
      {failure instanceof Unreachable && <p role="alert">{t('credentialUnseen')}</p>}
    </>
  );
}
