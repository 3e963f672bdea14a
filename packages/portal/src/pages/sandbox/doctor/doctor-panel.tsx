import '../sandbox.css';
import { useQuery } from '@tanstack/react-query';
import type { EndpointView, Examination } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Time } from '../../../ui/time.tsx';
import { countVerdicts, examineCommand, PROBE_COUNT } from './findings.ts';
import { ResultsTable } from './results-table.tsx';

type Params = { tenant_id: string; endpoint_id: string };
type Props = { endpoint: EndpointView; params: Params };

const RUNNING_MS = 2_000;

/** Reads the last examination, and again while it runs and somebody looks. */
const useExamination = (params: Params) =>
  useQuery({
    queryKey: keyOf('readPortalExamination', { params }),
    queryFn: ({ signal }) => call('readPortalExamination', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' && document.visibilityState === 'visible' ? RUNNING_MS : false,
  });

/** Examines the receiver of an endpoint by one press, and shows what it took wrongly. */
export function DoctorPanel({ endpoint, params }: Props) {
  const t = useTexts();
  const read = useExamination(params);
  const act = useAct('examinePortalReceiver');
  const isRunning = read.data?.state === 'running';
  const start = async (): Promise<void> => {
    const begun = await act.run({ params });
    if (begun) queryClient.setQueryData(keyOf('readPortalExamination', { params }), begun);
  };
  return (
    <Panel
      title={t('doctorTitle')}
      text={t('doctorText')}
      acts={
        <>
          <CopyButton
            text={examineCommand(params.tenant_id, params.endpoint_id)}
            label={t('sandboxCommand')}
            of={t('doctorTitle')}
          />
          {endpoint.enabled && (
            <Button kind="primary" isBusy={act.isBusy || isRunning} onPress={() => void start()}>
              {t('doctorStart')}
            </Button>
          )}
        </>
      }
    >
      {!endpoint.enabled && <p className="hint">{t('doctorOff')}</p>}
      <ActFailure failure={act.failure} />
      <Loaded of={read} lines={2}>
        {(examination) => (
          <div className="sandbox-part">
            {examination.state === 'running' && (
              <p>{t('doctorRunning', { done: examination.results.length, all: PROBE_COUNT })}</p>
            )}
            <p role="status">{examination.state === 'finished' && <Summary examination={examination} />}</p>
            {examination.results.length > 0 && <ResultsTable results={examination.results} />}
            {examination.state === 'finished' && <p className="hint">{t('doctorLimits')}</p>}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

/** What came of an examination that is over, in a sentence: said once, while progress is not. */
function Summary({ examination }: { examination: Examination }) {
  const t = useTexts();
  const { ended = 'whole', finishedAt } = examination;
  const wrong = countVerdicts(examination, 'wrong');
  const unknown = countVerdicts(examination, 'unknown', 'no-answer', 'not-sent');
  return (
    <>
      {ended !== 'whole' && <>{t(`doctorEnd_${ended}`)} </>}
      {wrong > 0 && <>{t('doctorWrong', { count: wrong })} </>}
      {ended === 'whole' && wrong + unknown === 0 && <>{t('doctorAllRight')} </>}
      {unknown > 0 && <>{t('doctorUnknown', { count: unknown })} </>}
      {finishedAt !== undefined && (
        <span className="hint">
          <Time at={finishedAt} />
        </span>
      )}
    </>
  );
}
