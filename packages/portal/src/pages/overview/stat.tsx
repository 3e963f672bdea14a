import type { Figures } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { isLate } from './model/sums.ts';

type Props = { name: string; hint?: string; children: ReactNode };

/** One number with its name. */
export const Fact = ({ name, hint, children }: Props) => (
  <div className="stat">
    <dt>{name}</dt>
    <dd>
      {children}
      {hint && <p className="hint">{hint}</p>}
    </dd>
  </div>
);

/** What is to be known of figures: that older ones still come, that those under way are missing, that they are late, and where their days begin. */
export function FigureHints({
  figures: { isBuilding, isOpenMissing, countedAt },
  isBetweenHours,
}: {
  figures: Figures;
  isBetweenHours: boolean;
}) {
  const t = useTexts();
  const tag = useTag();
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <>
      {isBuilding && <p className="hint">{t('figuresBuilding')}</p>}
      {isOpenMissing && !isBuilding && <p className="hint">{t('figuresOpenMissing')}</p>}
      {countedAt && isLate({ countedAt }, Date.now()) && !isBuilding && (
        <p className="hint">{t('figuresLate', { time: time.format(new Date(countedAt)) })}</p>
      )}
      {isBetweenHours && <p className="hint">{t('figuresBetweenHours')}</p>}
    </>
  );
}
