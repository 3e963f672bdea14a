import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnAccount } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { AppIcon, KeyIcon, PasskeyIcon, PlusIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { timeWords } from '../../ui/time-words.ts';

type WayToSignIn = OwnAccount['authenticators'][number];
type Open = { kind: 'add' } | { kind: 'remove'; way: WayToSignIn; words: string };
type Props = { account: UseQueryResult<OwnAccount>; onChanged(account: OwnAccount): void };

const AddWayDialog = lazy(() =>
  import('./add-way-dialog.tsx').then((module) => ({ default: module.AddWayDialog })),
);
const RemoveWayDialog = lazy(() =>
  import('./remove-way-dialog.tsx').then((module) => ({ default: module.RemoveWayDialog })),
);

/** Passkeys and the password, with when each was used last. */
export function WaysPanel({ account, onChanged }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState<Open>();
  const add = (): void => setOpen({ kind: 'add' });
  const close = (): void => setOpen(undefined);
  usePaletteActs([{ id: 'add-way', words: t('addWay'), run: add }]);
  return (
    <Panel
      title={t('meWays')}
      text={t('meWaysText')}
      isFlush
      acts={
        <>
          {account.data?.linkable !== undefined && <LinkProvider name={account.data.linkable} />}
          <Button icon={PlusIcon} onPress={add}>
            {t('addWay')}
          </Button>
        </>
      }
    >
      <Loaded of={account} lines={4}>
        {({ authenticators }) => (
          <ul className="list">
            {authenticators.map((way) => (
              <WayLine key={way.id} way={way} onRemove={(words) => setOpen({ kind: 'remove', way, words })} />
            ))}
          </ul>
        )}
      </Loaded>
      <Suspense>
        {open?.kind === 'add' && <AddWayDialog onChanged={onChanged} onClose={close} />}
        {open?.kind === 'remove' && (
          <RemoveWayDialog id={open.way.id} words={open.words} onChanged={onChanged} onClose={close} />
        )}
      </Suspense>
    </Panel>
  );
}

/** How each kind is shown; a password has no label of its own. */
const LOOKS = {
  passkey: { icon: PasskeyIcon, kind: 'mePasskey' },
  password: { icon: AppIcon, kind: undefined },
  provider: { icon: KeyIcon, kind: 'meProvider' },
} as const;

function WayLine({ way, onRemove }: { way: WayToSignIn; onRemove(words: string): void }) {
  const t = useTexts();
  const tag = useTag();
  const { icon: Picture, kind } = LOOKS[way.kind];
  const words = kind === undefined ? t('mePassword') : way.label;
  const used = way.lastUsedAt ? t('meLastUsed', { time: timeWords(way.lastUsedAt, tag) }) : t('meNeverUsed');
  return (
    <li>
      <Picture className="icon list-icon" aria-hidden />
      <div className="list-text">
        <strong>{words}</strong>
        <span className="hint">
          {kind !== undefined && `${t(kind)} · `}
          {t('meAdded', { time: timeWords(way.createdAt, tag) })} · {used}
        </span>
      </div>
      <Button aria-label={t('removeWayOf', { name: words })} onPress={() => onRemove(words)}>
        {t('removeWay')}
      </Button>
    </li>
  );
}

/** Leaves for the identity provider, whose identity then opens this account. */
function LinkProvider({ name }: { name: string }) {
  const t = useTexts();
  const act = useAct('startLinkingProvider');
  const leave = async (): Promise<void> => {
    const visit = await act.run();
    if (visit) window.location.assign(visit.url);
  };
  return (
    <>
      <Button icon={KeyIcon} isBusy={act.isBusy} onPress={() => void leave()}>
        {t('linkProvider', { name })}
      </Button>
      <ActFailure failure={act.failure} />
    </>
  );
}
