import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';

type Props = { title: string; isNew: boolean; acts?: ReactNode; onClose(): void; children: ReactNode };

/** The frame of a run above the catalogue; one that was begun just now takes the focus. */
export function RunFrame({ title, isNew, acts, onClose, children }: Props) {
  const t = useTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <div className="panel-titles">
          <h2 id={id} ref={heading} tabIndex={-1} className="sandbox-name">
            {title}
          </h2>
        </div>
        <div className="acts">
          {acts}
          <Button onPress={onClose}>{t('runClose')}</Button>
        </div>
      </div>
      <div className="panel-body">{children}</div>
    </section>
  );
}
