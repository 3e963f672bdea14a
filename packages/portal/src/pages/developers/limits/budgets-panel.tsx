import { Link } from '@tanstack/react-router';
import type { LimitsNow, RefusedByLimit } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseTenantSearch } from '../../../routes/search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Command } from '../../../ui/command.tsx';
import { clockTime } from '../../../ui/time-words.ts';
import { callCommand } from '../calls/model/call-command.ts';
import { fitsAddress, printMinute } from '../calls/model/calls-search.ts';
import { RATE_CODE, ToCalls } from './to-calls.tsx';

const CONCURRENCY_CODE = 42_902;

/** What is allowed, what is left at this moment, what was refused lately, and what sets it. */
export function Budgets({ now }: { now: LimitsNow }) {
  const t = useTexts();
  const tag = useTag();
  const { rate, concurrency, exports: files, refusedSince, refused } = now;
  const refusedTitle = t('limitRefused', { time: clockTime(refusedSince, tag) });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1). */}
      <section className="table-scroll" aria-label={t('limitsTitle')} tabIndex={0}>
        <table className="table table-stack limits-table">
          <thead>
            <tr>
              <th scope="col">{t('limitName')}</th>
              <th scope="col">{t('limitAllowed')}</th>
              <th scope="col">{t('limitLeft')}</th>
              <th scope="col">{refusedTitle}</th>
              <th scope="col">{t('limitWhere')}</th>
            </tr>
          </thead>
          <tbody>
            <Row
              name={t('limitRate')}
              code={RATE_CODE}
              allowed={t('limitRateAllowed', { rate: rate.perSecond, burst: rate.burst })}
              left={
                <span>
                  {t('limitRateLeft', { count: rate.remaining, burst: rate.burst })}
                  {rate.resetSeconds > 0 && (
                    <span className="hint"> {t('limitRateFull', { count: rate.resetSeconds })}</span>
                  )}
                </span>
              }
              refusedTitle={refusedTitle}
              refused={<Refused of={refused.rate} code={RATE_CODE} since={refusedSince} />}
              setting={<ToSettings names={['rate-per-second', 'rate-burst']} />}
            />
            <Row
              name={t('limitConcurrency')}
              code={CONCURRENCY_CODE}
              allowed={t('limitConcurrencyAllowed', { count: concurrency })}
              left={t('limitConcurrencyLeft')}
              refusedTitle={refusedTitle}
              refused={<Refused of={refused.concurrency} code={CONCURRENCY_CODE} since={refusedSince} />}
              setting={<ToSettings names={['concurrency-limit']} />}
            />
            <Row
              name={t('limitExports')}
              allowed={t('limitExportsAllowed', { max: files.maxWriting, own: files.maxOwn })}
              left={t('limitExportsLeft', {
                count: Math.max(0, files.maxWriting - files.writing),
                max: files.maxWriting,
              })}
              refusedTitle={refusedTitle}
              refused={t('limitNotLogged')}
              setting={t('limitFixed')}
            />
          </tbody>
        </table>
      </section>
      <p className="hint">{t('limitBorrowed')}</p>
      <p className="hint">{t('limitOperators')}</p>
      <ByAccount name={t('limitRate')} of={refused.rate} code={RATE_CODE} since={refusedSince} />
      <ByAccount
        name={t('limitConcurrency')}
        of={refused.concurrency}
        code={CONCURRENCY_CODE}
        since={refusedSince}
      />
      <details className="limits-command">
        <summary>{t('tryCommand')}</summary>
        <p className="hint">{t('limitCommandText')}</p>
        <Command text={callCommand(now.apiUrl, {}) ?? ''} />
      </details>
    </>
  );
}

type RowProps = {
  name: string;
  code?: number;
  allowed: string;
  left: ReactNode;
  refusedTitle: string;
  refused: ReactNode;
  setting: ReactNode;
};

function Row({ name, code, allowed, left, refusedTitle, refused, setting }: RowProps) {
  const t = useTexts();
  return (
    <tr>
      <th scope="row">
        {name} {code && <span className="mono hint">{code}</span>}
      </th>
      <td data-label={t('limitAllowed')}>{allowed}</td>
      <td data-label={t('limitLeft')}>{left}</td>
      <td data-label={refusedTitle}>{refused}</td>
      <td data-label={t('limitWhere')}>{setting}</td>
    </tr>
  );
}

type RefusedProps = { of: RefusedByLimit; code: number; since: string };

function Refused({ of: { calls, isMore }, code, since }: RefusedProps) {
  const t = useTexts();
  const tag = useTag();
  if (calls === 0) return t('limitNone');
  return (
    <ToCalls narrowed={{ code, since: printMinute(since) }}>
      {isMore ? t('limitLeast', { count: calls }) : new Intl.NumberFormat(tag).format(calls)}
    </ToCalls>
  );
}

/** Who had the refusals of a limit; each number leads to its calls. */
function ByAccount({
  name,
  of: { accounts, isMore, areAccountsCut },
  code,
  since,
}: RefusedProps & { name: string }) {
  const t = useTexts();
  const tag = useTag();
  if (accounts.length === 0) return null;
  return (
    <div className="limits-accounts">
      <h3>{t('limitByAccount')}</h3>
      <p className="hint">{t('limitByAccountText', { time: clockTime(since, tag), limit: name })}</p>
      <ul>
        {accounts.map(({ account, calls }) => {
          const count = t(isMore ? 'causeShareLeast' : 'causeCalls', { count: calls });
          return (
            <li key={account}>
              <span className="mono">{account}</span>{' '}
              {fitsAddress(account) ? (
                <ToCalls narrowed={{ code, account, since: printMinute(since) }}>{count}</ToCalls>
              ) : (
                count
              )}
            </li>
          );
        })}
        {areAccountsCut && <li className="hint">{t('limitOthers')}</li>}
      </ul>
    </div>
  );
}

/** Names of settings of the tenant, which lead to them for whoever sees settings. */
function ToSettings({ names }: { names: readonly string[] }) {
  const { tenantId, may } = useTenant();
  const words = <span className="mono">{names.join(', ')}</span>;
  if (!may('settings:read')) return words;
  return (
    <Link
      to="/t/$tenant/settings/tenant"
      params={{ tenant: tenantId }}
      search={changeKnown(parseTenantSearch, {})}
      className="link link-apart"
    >
      {words}
    </Link>
  );
}
