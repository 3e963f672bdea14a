import '../deployment/deployment.css';
import { useSearch } from '@tanstack/react-router';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { keyOf, useRead } from '../../service/queries.ts';
import { useSession } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { OperatorLinks } from '../deployment/operator-page.tsx';
import { NotFound } from '../home/not-found.tsx';
import { AuditView } from './audit-view.tsx';
import { ExportButton } from './export-button.tsx';
import { parseAuditSearch, toAuditBody } from './model/audit-search.ts';
import { printAnchor } from './verify/anchor.ts';
import { askPatiently } from './verify/ask-patiently.ts';
import { KeptAnchor } from './verify/kept-anchor.tsx';
import { VerdictView } from './verify/verdict-view.tsx';
import { type ChainSource, type ChainVerdict, verifyChain } from './verify/verify-chain.ts';
import { VerifyPanel } from './verify/verify-panel.tsx';

/** The audit log of the deployment, for operators. */
export function WholeAuditPage() {
  const { isOperator } = useSession();
  return isOperator ? <WholeAudit /> : <NotFound />;
}

/** What the walk asks of the service. */
const sourceFor = (signal: AbortSignal): ChainSource => ({
  readLinks: (after) =>
    askPatiently(['readAuditLinks', after], () => call('readAuditLinks', { body: { after }, signal })),
  findPosition: async (hash) => (await call('findAuditLink', { body: { hash }, signal })).position,
  readRest: (after) =>
    askPatiently(['readAuditRest', after], () =>
      call('readAuditRest', { body: after === undefined ? {} : { after }, signal }),
    ),
});

function WholeAudit() {
  const t = useTexts();
  const address = useSearch({ strict: false });
  const search = parseAuditSearch(address);
  const { of } = search;
  const body = { ...toAuditBody(search), ...(of === undefined ? {} : { of }) };
  const rows = useRead('searchWholeAudit', { body });
  const offered = useRead('listWholeAuditFilters');
  return (
    <AuditView
      title={t('auditTitle')}
      intro={t('auditWholeIntro')}
      acts={
        <ExportButton
          body={body}
          tenantId={of}
          read={(asked, signal) =>
            call('searchWholeAudit', { body: { ...asked, ...(of === undefined ? {} : { of }) }, signal })
          }
        />
      }
      search={search}
      offered={offered.data}
      actors={{
        key: keyOf('searchWholeAuditActors', { body: {} }),
        read: (asked, signal) => call('searchWholeAuditActors', { body: asked, signal }),
      }}
      rows={rows}
      isWhole
      links={<OperatorLinks />}
    >
      <VerifyPanel<ChainVerdict>
        words="auditVerifyBrowser"
        verify={(anchor, control) => verifyChain(sourceFor(control.signal), anchor, control)}
      >
        {(verdict) => <WholeVerdict verdict={verdict} />}
      </VerifyPanel>
    </AuditView>
  );
}

function WholeVerdict({ verdict }: { verdict: ChainVerdict }) {
  const tag = useTag();
  const { entries, lastHash, lastAt, anchorPosition, broken } = verdict;
  const say = (place: number | undefined): string | undefined =>
    place === undefined ? undefined : new Intl.NumberFormat(tag).format(place);
  return (
    <>
      <VerdictView
        broken={broken}
        facts={[
          [broken ? 'auditSound' : 'auditVerified', say(entries)],
          ['auditLastAt', lastAt],
          ['auditAnchorPlace', say(anchorPosition)],
          ['auditBreakPlace', say(broken?.position)],
          ['auditBreakEntry', broken?.entryId],
        ]}
      />
      {entries > 0 && !broken && <KeptAnchor text={printAnchor(entries, lastHash)} />}
      {entries > 0 && !broken && <Command text={`npx titular audit verify --from-anchor ${lastHash}`} />}
    </>
  );
}
