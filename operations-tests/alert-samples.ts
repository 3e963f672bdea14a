/** Series of a metric, with their values minute by minute in the notation of promtool. */
type Series = Readonly<Record<string, string>>;

/** What makes an alert fire, with the labels that it then has besides its severity, and what comes near and does not. */
export type AlertSample = {
  fires: Series;
  /** Minutes after which both are looked at. */
  atMinutes: number;
  labels?: Readonly<Record<string, string>>;
  rests: Series;
};

const HOURS = 'x480';
const steady = (value: number): string => `${value}+0${HOURS}`;
const growing = (aMinute: number): string => `0+${aMinute}${HOURS}`;

const createsBy = (failed: number, good: number): Series => ({
  'titular_http_requests_total{operation="createTransaction",status_class="5xx"}': growing(failed),
  'titular_http_requests_total{operation="createTransaction",status_class="2xx"}': growing(good),
});

/** A histogram of a hundred observations a minute, of which so many are below the limit and none above four times the limit. */
const observed = (metric: string, label: string, limit: number, below: number): Series => ({
  [`${metric}_bucket{${label}le="${limit}"}`]: growing(below),
  [`${metric}_bucket{${label}le="${4 * limit}"}`]: growing(100),
  [`${metric}_bucket{${label}le="+Inf"}`]: growing(100),
});

const slow = (metric: string, limit: number, share: number, label = ''): AlertSample => ({
  fires: observed(metric, label, limit, share - 1),
  atMinutes: 30,
  rests: observed(metric, label, limit, share),
});

const slowOperation = (operation: string, limit: number, share: number): AlertSample =>
  slow('titular_http_request_duration_seconds', limit, share, `operation="${operation}",`);

const gauge = (series: string, above: number, limit: number): AlertSample => ({
  fires: { [series]: steady(above) },
  atMinutes: 30,
  rests: { [series]: steady(limit) },
});

const SUCCESS = 'titular_cron_last_success_timestamp_seconds{task="sweep"}';
const ON_TIME: Series = { [SUCCESS]: growing(60) };
const PARTITION_DAYS = 'titular_db_partition_days{table="api_calls"}';
const OVERDUE_FRAMES = 'titular_retention_overdue_seconds{data="frames"}';
const FROZEN = 'titular_tenant_moves{phase="frozen"}';
const WAITING = 'titular_db_pool{instance="a",state="waiting"}';

/** Of a node: what it says of itself, with the labels that an alert then has. */
const builtAs = (role: string): string => `titular_build_info{instance="a",role="${role}",version="1"}`;

const requestsBy = (operation: string, failed: number, good: number): Series => ({
  [`titular_http_requests_total{operation="${operation}",status_class="5xx"}`]: growing(failed),
  [`titular_http_requests_total{operation="${operation}",status_class="2xx"}`]: growing(good),
});

/** Nothing stands for what is gone: some series that tells nothing. */
const GONE: Series = { titular_jobs_waiting: steady(0) };

const expired = (transactions: number, processes: number): Series => ({
  // Two processes read the same rows.
  'titular_expiry_overdue{instance="a",subject="transaction"}': steady(transactions),
  'titular_expiry_overdue{instance="b",subject="transaction"}': steady(transactions),
  'titular_expiry_overdue{instance="a",subject="process"}': steady(processes),
  'titular_expiry_overdue{instance="b",subject="process"}': steady(processes),
});

const refused = (pictures: number): Series => ({
  'titular_engine_refused_total{engine_version="v",reason="busy"}': growing(pictures),
  'titular_engine_seconds_count{engine_version="v"}': growing(200),
});

/** A sample of each alert. */
export const ALERT_SAMPLES: Readonly<Record<string, AlertSample>> = {
  TitularCreatesFailFast: { fires: createsBy(2, 98), atMinutes: 90, rests: createsBy(0.5, 99.5) },
  TitularCreatesFailSlowly: { fires: createsBy(0.5, 99.5), atMinutes: 420, rests: createsBy(0.2, 99.8) },
  TitularCallsFail: {
    ...{ fires: requestsBy('listEvents', 6, 94), atMinutes: 30 },
    rests: {
      ...requestsBy('listEvents', 6, 94),
      ...requestsBy('readTransaction', 0, 100),
      ...requestsBy('readReadiness', 100, 0),
    },
  },
  TitularOperationFails: {
    fires: { ...requestsBy('issueToken', 6, 94), ...requestsBy('readTransaction', 0, 1_000) },
    atMinutes: 30,
    labels: { operation: 'issueToken' },
    rests: { ...requestsBy('issueToken', 4, 96), ...requestsBy('readTransaction', 6, 94) },
  },
  TitularPicturesUnstored: {
    fires: {
      'titular_objects_total{operation="put",result="denied"}': growing(6),
      'titular_objects_total{operation="put",result="done"}': growing(94),
    },
    atMinutes: 30,
    rests: {
      'titular_objects_total{operation="put",result="done"}': growing(100),
      // One in a hundred is tried again, and stored then.
      'titular_objects_total{operation="put",result="away"}': growing(1),
      'titular_objects_total{operation="remove",result="away"}': growing(1),
    },
  },
  TitularCreateSlow: slowOperation('createTransaction', 0.1, 99),
  TitularStatusSlow: slowOperation('readTransaction', 0.05, 99),
  TitularTokenSlow: slowOperation('issueToken', 0.05, 99),
  TitularDecisionSlow: slow('titular_decision_delay_seconds', 3, 95),
  TitularFrameSlow: slowOperation('submitFrame', 0.5, 95),
  TitularWebhookSlow: slow('titular_webhook_lag_seconds', 5, 95),
  TitularRetentionOverdue: {
    ...{ fires: { [OVERDUE_FRAMES]: steady(60) }, atMinutes: 90, labels: { data: 'frames' } },
    // What a job removes within the hour is no reason to wake anybody.
    rests: { [OVERDUE_FRAMES]: `60+0x50 0+0${HOURS}` },
  },
  TitularScheduleStopped: { fires: { [SUCCESS]: steady(60) }, atMinutes: 30, rests: ON_TIME },
  TitularTaskMissed: {
    ...{ fires: { [SUCCESS]: steady(60) }, atMinutes: 240, labels: { task: 'sweep' } },
    rests: ON_TIME,
  },
  TitularJobsWait: gauge('titular_job_oldest_seconds', 61, 60),
  TitularPartitionsMissing: {
    ...{ fires: { [PARTITION_DAYS]: steady(3) }, atMinutes: 90, labels: { table: 'api_calls' } },
    rests: { [PARTITION_DAYS]: steady(4) },
  },
  TitularHandOverWaits: gauge('titular_job_outbox_oldest_seconds', 61, 60),
  TitularExpiryBehind: { fires: expired(600, 401), atMinutes: 30, rests: expired(600, 400) },
  TitularWebhooksWait: gauge('titular_webhook_oldest_due_seconds', 301, 300),
  TitularTenantClosed: {
    ...{ fires: { [FROZEN]: steady(1) }, atMinutes: 5, labels: { phase: 'frozen' } },
    // A switch takes seconds, and a tenant that has moved stays so.
    rests: {
      [FROZEN]: Array.from({ length: 12 }, () => '0 1 0').join(' '),
      'titular_tenant_moves{phase="moved"}': steady(3),
      'titular_tenant_moves{phase="copying"}': steady(1),
    },
  },
  TitularNodeGone: {
    ...{ fires: { 'up{instance="a",job="titular"}': steady(0) }, atMinutes: 5 },
    labels: { instance: 'a', job: 'titular' },
    // A restart is through in two minutes, and other jobs are not ours.
    rests: {
      'up{instance="a",job="titular"}': Array.from({ length: 12 }, () => '0 1').join(' '),
      'up{instance="b",job="node"}': steady(0),
    },
  },
  TitularNobodyServes: {
    ...{ fires: { ...GONE, [builtAs('worker')]: steady(1) }, atMinutes: 10 },
    rests: { [builtAs('api')]: steady(1) },
  },
  TitularNobodyWorks: {
    ...{ fires: { ...GONE, [builtAs('api')]: steady(1), [builtAs('engine')]: steady(1) }, atMinutes: 10 },
    rests: { [builtAs('worker')]: steady(1) },
  },
  TitularNotReady: {
    fires: { 'titular_not_ready{cause="database_unreachable",instance="a"}': steady(1) },
    atMinutes: 5,
    labels: { cause: 'database_unreachable', instance: 'a' },
    rests: { 'titular_not_ready{cause="draining",instance="a"}': steady(1) },
  },
  TitularClockOff: {
    ...gauge('titular_db_clock_skew_seconds{instance="a"}', -0.2, -0.1),
    labels: { instance: 'a' },
  },
  TitularEngineRefuses: { fires: refused(3), atMinutes: 30, rests: refused(1) },
  TitularPoolExhausted: {
    ...{ fires: { [WAITING]: steady(1) }, atMinutes: 30, labels: { instance: 'a', state: 'waiting' } },
    rests: { [WAITING]: Array.from({ length: 12 }, () => '1 1 0').join(' ') },
  },
  TitularOverloaded: {
    fires: { 'titular_requests_shed_total{work="call",caller="known"}': growing(7) },
    atMinutes: 30,
    rests: { 'titular_requests_shed_total{work="call",caller="known"}': growing(5) },
  },
  TitularDatabaseUnread: {
    fires: { [builtAs('api')]: steady(1) },
    atMinutes: 30,
    labels: { instance: 'a', role: 'api', version: '1' },
    rests: {
      [builtAs('api')]: steady(1),
      'titular_jobs_waiting{instance="a"}': steady(0),
      'titular_build_info{instance="b",role="engine",version="1"}': steady(1),
    },
  },
};
