import type { BreakKind } from '@titular/contract/audit-chain';
import type { ReactNode } from 'react';
import type { TextKey } from '../../../i18n/texts.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AlertIcon, DoneIcon } from '../../../ui/icons.ts';

const BREAKS: Readonly<Record<BreakKind, TextKey>> = {
  altered: 'auditBreakAltered',
  missing: 'auditBreakMissing',
  reordered: 'auditBreakReordered',
  unchained: 'auditBreakUnchained',
  unsealed: 'auditBreakUnsealed',
  'cut off': 'auditBreakCutOff',
};

type Props = {
  broken: { kind: BreakKind } | undefined;
  /** Place and entry of the break, or what else is known. */
  facts: readonly (readonly [words: TextKey, value: string | undefined])[];
  children?: ReactNode;
};

/** Whether the chain holds, with an icon and in words, and what is known besides. */
export function VerdictView({ broken, facts, children }: Props) {
  const t = useTexts();
  return (
    <div className={broken ? 'audit-verdict audit-bad' : 'audit-verdict audit-good'}>
      {broken ? <AlertIcon className="icon" aria-hidden /> : <DoneIcon className="icon" aria-hidden />}
      <div>
        <p>
          <strong>{t(broken ? 'auditBroken' : 'auditHolds')}</strong>
        </p>
        {broken && <p>{t(BREAKS[broken.kind])}</p>}
        <dl className="facts">
          {facts.map(
            ([words, value]) =>
              value !== undefined && (
                <div key={words}>
                  <dt>{t(words)}</dt>
                  <dd className="mono audit-value">{value}</dd>
                </div>
              ),
          )}
        </dl>
        {children}
      </div>
    </div>
  );
}
