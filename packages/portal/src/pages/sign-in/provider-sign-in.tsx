import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { heldFragment } from '../../start/fragment.ts';
import { Button } from '../../ui/button.tsx';
import { KeyIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';

const MAX_PATH = 512;

/** The page that was asked for, with the order that its address named. */
function pagePath(): string {
  const { pathname, search } = window.location;
  const held = heldFragment();
  const path = `${pathname}${search}${held === undefined ? '' : `#${encodeURIComponent(held)}`}`;
  return path.length > MAX_PATH ? '/' : path;
}

/** Leaves for the identity provider, which sends the browser back to the page that was asked for. */
export function ProviderSignIn({ name }: { name: string }) {
  const t = useTexts();
  const act = useAct('startProviderSignIn');
  const leave = async (): Promise<void> => {
    const visit = await act.run({ body: { path: pagePath() } });
    if (visit) window.location.assign(visit.url);
  };
  return (
    <>
      <ActFailure failure={act.failure} />
      <Button icon={KeyIcon} isWide isBusy={act.isBusy} onPress={() => void leave()}>
        {t('signInWithProvider', { name })}
      </Button>
    </>
  );
}
