import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnAccount } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { Button } from '../../ui/button.tsx';
import { AppIcon, PasskeyIcon, PlusIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
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
        <Button icon={PlusIcon} onPress={add}>
          {t('addWay')}
        </Button>
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

function WayLine({ way, onRemove }: { way: WayToSignIn; onRemove(words: string): void }) {
  const t = useTexts();
  const tag = useTag();
  const isPasskey = way.kind === 'passkey';
  const Picture = isPasskey ? PasskeyIcon : AppIcon;
  const words = isPasskey ? way.label : t('mePassword');
  const used = way.lastUsedAt ? t('meLastUsed', { time: timeWords(way.lastUsedAt, tag) }) : t('meNeverUsed');
  return (
    <li>
      <Picture className="icon list-icon" aria-hidden />
      <div className="list-text">
        <strong>{words}</strong>
        <span className="hint">
          {isPasskey && `${t('mePasskey')} · `}
          {t('meAdded', { time: timeWords(way.createdAt, tag) })} · {used}
        </span>
      </div>
      <Button aria-label={t('removeWayOf', { name: words })} onPress={() => onRemove(words)}>
        {t('removeWay')}
      </Button>
    </li>
  );
}
