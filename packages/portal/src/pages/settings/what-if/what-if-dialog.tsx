import './what-if.css';
import { useQuery } from '@tanstack/react-query';
import type { SettingView } from '@titular/contract';
import { isTooFine, WHAT_IF_STEPS } from '@titular/contract/what-if-limits';
import { useTexts } from '../../../i18n/use-texts.ts';
import { readOptions } from '../../../service/queries.ts';
import { Command } from '../../../ui/command.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { whatIfCommand } from '../model/setting-command.ts';
import { shownDecimal, titleOf, valueWords } from '../model/setting-words.ts';
import { WhatIfView } from './what-if-view.tsx';

type Props = {
  owner: { tenantId: string; companyId: string };
  tried: readonly { setting: SettingView; text: string }[];
  onClose(): void;
};

/** Asks once what the values would have done, and shows it; closing it ends the asking. */
export function WhatIfDialog({ owner, tried, onClose }: Props) {
  const t = useTexts();
  const changes = tried.map(({ setting, text }) => ({ name: setting.name, value: text }));
  const fine = tried.find(({ setting, text }) => isTooFine(setting.name, text))?.setting;
  const params = { tenant_id: owner.tenantId, company_id: owner.companyId };
  // Each asking is counted, so none is repeated by itself.
  const read = useQuery({
    ...readOptions('tryCompanySettings', { params, body: { changes } }),
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    enabled: fine === undefined,
  });
  return (
    <Dialog title={t('whatIf')} onClose={onClose} isDismissable isWide>
      <dl className="what-if-tried">
        {tried.map(({ setting, text }) => (
          <div key={setting.name}>
            <dt>{titleOf(t, setting)}</dt>
            <dd>
              <s>{valueWords(t, setting, setting.value)}</s> {valueWords(t, setting, text)}
            </dd>
          </div>
        ))}
      </dl>
      {fine ? (
        <p role="status">
          {t('whatIfFine', { name: titleOf(t, fine), step: shownDecimal(t, String(1 / WHAT_IF_STEPS)) })}
        </p>
      ) : (
        <Loaded of={read} lines={6}>
          {(answer) => <WhatIfView answer={answer} />}
        </Loaded>
      )}
      <p>{t('whatIfGenuine')}</p>
      <section aria-label={t('whatIfCommand')}>
        <p className="hint">{t('whatIfCommand')}</p>
        <Command text={whatIfCommand(owner, changes)} />
      </section>
    </Dialog>
  );
}
