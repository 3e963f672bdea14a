import type { WaitingAct } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ActDialogKind } from './act-dialogs.tsx';
import { ActSides, useActTitle } from './act-sides.tsx';

/** What somebody is about to do, and about which act. */
export type OpenAct = { kind: ActDialogKind; act: WaitingAct };

/** One line for each act, with what it changes and what may be done about it. */
export function ActsTable({ acts, onOpen }: { acts: readonly WaitingAct[]; onOpen(open: OpenAct): void }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('actWhat')}</th>
          <th scope="col">{t('actChange')}</th>
          <th scope="col">{t('proposedBy')}</th>
          <th scope="col">{t('proposalEnds')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('dataActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {acts.map((act) => (
          <ActLine key={act.id} act={act} onOpen={(kind) => onOpen({ kind, act })} />
        ))}
      </tbody>
    </table>
  );
}

function ActLine({ act, onOpen }: { act: WaitingAct; onOpen(kind: ActDialogKind): void }) {
  const t = useTexts();
  const title = useActTitle(act);
  const isAboutYou = act.kind === 'member' && act.isAboutYou;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label={t('actChange')}>
        <div>
          <ActSides act={act} />
          {isAboutYou && <p className="hint">{t('actAboutYou')}</p>}
        </div>
      </td>
      <td data-label={t('proposedBy')}>
        {act.isOwn ? <Badge>{t('proposedByYou')}</Badge> : (act.proposedBy.name ?? t('proposedByGone'))}
      </td>
      <td data-label={t('proposalEnds')}>
        <Time at={act.expiresAt} />
      </td>
      <td className="data-acts">
        {!act.isOwn && !isAboutYou && (
          <Button kind="primary" aria-label={`${t('approve')}: ${title}`} onPress={() => onOpen('approve')}>
            {t('approve')}
          </Button>
        )}
        <Button aria-label={`${t('withdrawProposal')}: ${title}`} onPress={() => onOpen('withdraw')}>
          {t('withdrawProposal')}
        </Button>
      </td>
    </tr>
  );
}
