import { useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { AlertIcon } from '../../ui/icons.ts';

type Props = { title: string; theirs: string; yours: string; onTake(): void; onKeep(): void };

/** Both values of a setting that was changed elsewhere while a draft of it was open, side by side. */
export function Conflict({ title, theirs, yours, onTake, onKeep }: Props) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="setting-conflict" aria-labelledby={id}>
      <p id={id} className="setting-conflict-title" role="alert">
        <AlertIcon className="icon" aria-hidden />
        {t('settingConflict')}: {title}
      </p>
      <p className="hint">{t('settingConflictText')}</p>
      <dl className="setting-sides">
        <div>
          <dt>{t('settingTheirs')}</dt>
          <dd>{theirs}</dd>
          <dd>
            <Button onPress={onTake}>{t('settingTakeTheirs')}</Button>
          </dd>
        </div>
        <div>
          <dt>{t('settingYours')}</dt>
          <dd>{yours}</dd>
          <dd>
            <Button onPress={onKeep}>{t('settingKeepYours')}</Button>
          </dd>
        </div>
      </dl>
    </section>
  );
}
