import { useTexts } from '../../i18n/use-texts.ts';

const GOES = ['goesFaces', 'goesPictures', 'goesNames', 'goesOrders', 'goesOpen'] as const;
const STAYS = ['staysHeld', 'staysOthers', 'staysRecord', 'staysLog', 'staysBackups'] as const;

/** What an erasure takes out and what it leaves, with the reason. */
export function WhatGoes() {
  const t = useTexts();
  return (
    <div className="what-goes">
      <section>
        <h3>{t('goesTitle')}</h3>
        <ul>
          {GOES.map((words) => (
            <li key={words}>{t(words)}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('remainsTitle')}</h3>
        <ul>
          {STAYS.map((words) => (
            <li key={words}>{t(words)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
