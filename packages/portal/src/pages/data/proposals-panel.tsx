import type { UseQueryResult } from '@tanstack/react-query';
import type { ErasureProposal, ErasureProposals } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import type { DataDialog } from './data-dialog.ts';

const PAGE = 20;
const MAX_SHOWN = 250;

/** Erasures that wait for a second person, and how more of them are shown. */
type Waiting = { read: UseQueryResult<ErasureProposals>; showMore: (() => void) | undefined };

/** Reads what waits for a second person, and whether an erasure takes two. */
export function useProposals(): Waiting {
  const { tenantId } = useTenant();
  const [limit, setLimit] = useState(PAGE);
  const read = useRead('searchProposals', { params: { tenant_id: tenantId }, body: { limit } });
  const isCut = read.data?.nextCursor !== undefined && limit < MAX_SHOWN;
  return { read, showMore: isCut ? () => setLimit(MAX_SHOWN) : undefined };
}

type Props = { waiting: Waiting; onOpen(dialog: DataDialog): void };

/** What waits for a second person; absent where erasures take one, and nothing waits. */
export function ProposalsPanel({ waiting: { read, showMore }, onOpen }: Props) {
  const t = useTexts();
  if (read.data && !read.data.isTwoPerson && read.data.proposals.length === 0) return null;
  return (
    <Panel title={t('proposalsTitle')} text={t('proposalsText')} isFlush>
      <Loaded of={read} lines={2}>
        {({ proposals }) =>
          proposals.length === 0 ? (
            <p className="hint list-empty">{t('proposalsNone')}</p>
          ) : (
            <>
              <Proposals proposals={proposals} onOpen={onOpen} />
              {showMore && <Button onPress={showMore}>{t('dataMore')}</Button>}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

type ListProps = { proposals: readonly ErasureProposal[]; onOpen(dialog: DataDialog): void };

function Proposals({ proposals, onOpen }: ListProps) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('dataPerson')}</th>
          <th scope="col">{t('dataReference')}</th>
          <th scope="col">{t('proposedBy')}</th>
          <th scope="col">{t('proposalEnds')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('dataActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {proposals.map((proposal) => (
          <ProposalLine key={proposal.id} proposal={proposal} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function ProposalLine({ proposal, onOpen }: { proposal: ErasureProposal; onOpen(dialog: DataDialog): void }) {
  const t = useTexts();
  const { identity, reference, proposedBy, isOwn, expiresAt } = proposal;
  const of = `${identity.key.toUpperCase()} ${identity.masked}`;
  return (
    <tr>
      <th scope="row">
        {identity.key.toUpperCase()} <span className="mono">{identity.masked}</span>
      </th>
      <td data-label={t('dataReference')}>
        <span className="mono data-word">{reference ?? '–'}</span>
      </td>
      <td data-label={t('proposedBy')}>
        {isOwn ? <Badge>{t('proposedByYou')}</Badge> : (proposedBy.name ?? t('proposedByGone'))}
      </td>
      <td data-label={t('proposalEnds')}>
        <Time at={expiresAt} />
      </td>
      <td className="data-acts">
        {!isOwn && (
          <Button
            kind="danger"
            aria-label={`${t('approve')}: ${of}`}
            onPress={() => onOpen({ kind: 'approve', proposal })}
          >
            {t('approve')}
          </Button>
        )}
        <Button
          aria-label={`${t('withdrawProposal')}: ${of}`}
          onPress={() => onOpen({ kind: 'withdraw', proposal })}
        >
          {t('withdrawProposal')}
        </Button>
      </td>
    </tr>
  );
}
