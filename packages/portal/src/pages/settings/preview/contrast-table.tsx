import { useId } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { measureColour } from './draft-looks.ts';

/** The contrasts of a colour in numbers, with what WCAG asks. */
export function ContrastTable({ colour }: { colour: string | undefined }) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="preview-contrast" aria-labelledby={id}>
      <h3 id={id} className="label">
        {t('previewContrast')}
      </h3>
      {colour === undefined ? (
        <p className="hint">{t('previewOwnColour')}</p>
      ) : (
        <>
          <dl className="preview-measures">
            {measureColour(colour).map(({ name, ratio, asked, criterion, isEnough }) => (
              <div key={name} data-measure={name}>
                <dt>{t(`previewMeasure_${name}`)}</dt>
                <dd>
                  <strong>{t('previewRatio', { ratio })}</strong>{' '}
                  <Badge tone={isEnough ? 'good' : 'notice'}>
                    {t(isEnough ? 'previewEnough' : 'previewTooLittle')}
                  </Badge>
                  <span className="hint">{t('previewAsked', { asked, criterion })}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="hint">{t('previewEdge')}</p>
        </>
      )}
    </section>
  );
}
