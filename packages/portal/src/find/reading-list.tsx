import type { SearchKind } from '@titular/contract/search-kind';
import { useTexts } from '../i18n/use-texts.ts';
import { isAudited, type Reading } from './readings.ts';

type Props = {
  id: string;
  reading: Reading;
  /** 0 is the best match, then the readings in their order. */
  chosen: number;
  onChoose(as: SearchKind | undefined): void;
};

/** What the typed text can be taken for; the first line tries all of it in order. */
export function ReadingList({ id, reading: { kinds, isShortened }, chosen, onChoose }: Props) {
  const t = useTexts();
  const [first] = kinds;
  if (!first) return null;
  const best = t(kinds.length > 1 ? 'searchAutoText' : 'searchAutoOnly', { kind: t(`search_${first}`) });
  const lines: { as: SearchKind | undefined; words: string; hint?: string }[] = [
    { as: undefined, words: t('searchAuto'), hint: best },
    ...kinds.map((kind) => ({ as: kind, words: t('lookOnlyAs', { kind: t(`search_${kind}`) }) })),
  ];
  const asked = chosen === 0 ? kinds : kinds.slice(chosen - 1, chosen);
  return (
    <div className="find-list">
      <div id={`${id}-list`} role="listbox" aria-label={t('searchReadings')}>
        {lines.map(({ as, words, hint }, index) => (
          <div
            key={as ?? 'best'}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="find-option"
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(as);
            }}
          >
            <span>{words}</span>
            {hint && <span className="hint">{hint}</span>}
          </div>
        ))}
      </div>
      {isShortened && <p className="hint find-note">{t('searchShortened')}</p>}
      {asked.some(isAudited) && <p className="hint find-note">{t('searchAudited')}</p>}
    </div>
  );
}
