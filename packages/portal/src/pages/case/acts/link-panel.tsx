import { useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Time } from '../../../ui/time.tsx';
import { Fact } from '../fact.tsx';
import type { OpenCase } from '../model/case-model.ts';

/** Where the person's present link stands; its code is kept nowhere, so a lost link is replaced. */
export function LinkPanel({ open, title }: { open: OpenCase; title: string }) {
  const t = useTexts();
  const { state, issuedAt, openedAt, expiresAt, isCapturing } = open.link;
  return (
    <Panel title={title}>
      <p>
        {t(`link_${state}`)}
        {isCapturing && ` ${t('linkCapturing')}`}
      </p>
      <dl className="facts-list">
        {issuedAt && (
          <Fact name={t('linkIssuedAt')}>
            <Time at={issuedAt} />
          </Fact>
        )}
        {openedAt && (
          <Fact name={t('linkOpenedAt')}>
            <Time at={openedAt} />
          </Fact>
        )}
        {expiresAt && (
          <Fact name={t('linkExpiresAt')}>
            <Time at={expiresAt} />
          </Fact>
        )}
      </dl>
    </Panel>
  );
}
