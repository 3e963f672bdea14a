import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefusalCause, RefusalCauses } from '@titular/contract';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { isPlainPress } from '../../../lists/is-plain-press.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { DoneIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CodeHelp } from '../../../ui/states/code-help.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Time } from '../../../ui/time.tsx';
import { meaningOf, remedyOf } from './call-words.ts';
import {
  CALL_DAYS,
  type CallsSearch,
  fitsAddress,
  NO_FILTERS,
  parseCallsAddress,
} from './model/calls-search.ts';

/** Causes that are shown before somebody asks for every one. */
const FIRST_CAUSES = 5;

type Props = { read: UseQueryResult<RefusalCauses>; search: CallsSearch; onChosen(): void };

/** The refusals of the chosen time by cause, each with what it means and what to do about it. */
export function CausesPanel({ read, search, onChosen }: Props) {
  const t = useTexts();
  const [isWhole, setWhole] = useState(false);
  const causes = read.data?.causes;
  return (
    <Panel
      title={t('causesTitle')}
      text={causes && causes.length > 0 && t('causesSum', { count: causes.length })}
    >
      <Loaded of={read} lines={8}>
        {({ causes: all }) =>
          all.length === 0 ? (
            <Empty icon={DoneIcon} title={t('causesNone')} text={t('causesNoneText', { days: CALL_DAYS })} />
          ) : (
            <>
              <ul className="causes">
                {(isWhole ? all : all.slice(0, FIRST_CAUSES)).map((cause) => (
                  <Cause key={cause.code} cause={cause} search={search} onChosen={onChosen} />
                ))}
              </ul>
              {all.some(({ isMore }) => isMore) && <p className="hint">{t('causesNewest')}</p>}
              {!isWhole && all.length > FIRST_CAUSES && (
                <div className="acts">
                  <Button onPress={() => setWhole(true)}>{t('causesAll')}</Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Cause({ cause, search, onChosen }: Omit<Props, 'read'> & { cause: RefusalCause }) {
  const t = useTexts();
  const { code, calls, isMore, lastAt, operations, accounts } = cause;
  const share = (count: number): string => t(isMore ? 'causeShareLeast' : 'causeCalls', { count });
  const [before = '', after = ''] = t('causeLast', { time: '\u0000' }).split('\u0000');
  const link = { search, code, onChosen };
  return (
    <li className="card cause">
      <div className="card-head">
        <h3>
          <span className="mono">{code}</span> {meaningOf(t, code)}
        </h3>
      </div>
      <p className="cause-number">
        <ToCalls {...link} narrowed={{}}>
          {t(isMore ? 'causeLeast' : 'causeCalls', { count: calls })}
        </ToCalls>
        <span className="hint">
          {before}
          <Time at={lastAt} />
          {after}
        </span>
      </p>
      <p>
        <strong>{t('callRemedy')}:</strong> {remedyOf(t, code) ?? <CodeHelp code={code} />}
      </p>
      <Shares title={t('causesOperations')} isCut={cause.areOperationsCut}>
        {operations.map(({ operation, calls: count }) => (
          <li key={operation}>
            <ToCalls {...link} narrowed={{ operation }}>
              <span className="mono">{operation}</span>: {share(count)}
            </ToCalls>
          </li>
        ))}
      </Shares>
      <Shares title={t('causesAccounts')} isCut={cause.areAccountsCut}>
        {accounts.map(({ account, calls: count }) => (
          <li key={account}>
            <ToCalls {...link} narrowed={fitsAddress(account) ? { account } : undefined}>
              <span className="mono">{account}</span>: {share(count)}
            </ToCalls>
          </li>
        ))}
      </Shares>
    </li>
  );
}

/** What operations or accounts had of a cause; further ones are told of where it is cut. */
function Shares({ title, isCut, children }: { title: string; isCut: boolean; children: ReactNode }) {
  const t = useTexts();
  return (
    <div className="shares">
      <span className="hint">{title}</span>
      <ul>
        {children}
        {isCut && <li className="hint">{t('causeOthers')}</li>}
      </ul>
    </div>
  );
}

type ToCallsProps = Omit<Props, 'read'> & {
  code: string;
  /** What the list is narrowed to besides; undefined where it may not stand in the address. */
  narrowed: Pick<CallsSearch, 'operation' | 'account'> | undefined;
  children: ReactNode;
};

/** Leads to the calls that a number counts, on the same page. */
function ToCalls({ search: { from, since, to }, code, narrowed, onChosen, children }: ToCallsProps) {
  const { tenantId } = useTenant();
  if (!narrowed) return <span>{children}</span>;
  return (
    <Link
      to="/t/$tenant/developers/calls"
      params={{ tenant: tenantId }}
      search={changeKnown(parseCallsAddress, {
        ...{ ...NO_FILTERS, from, since, to, code: Number(code) },
        ...narrowed,
      })}
      className="link link-apart number-link"
      preload={false}
      resetScroll={false}
      onClick={(event) => isPlainPress(event) && onChosen()}
    >
      {children}
    </Link>
  );
}
