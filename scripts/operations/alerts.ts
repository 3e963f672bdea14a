/** A rule of Prometheus: what it watches, for how long it has to hold, how loud it is, and what an operator does. */
export type Alert = {
  name: string;
  expr: string;
  /** How long it has to hold, as Prometheus writes times. */
  holds: string;
  severity: 'page' | 'ticket';
  summary: string;
  /** What to do, or where it is told. */
  action: string;
};

const CALLS = 'titular_http_requests_total';
const CREATES = `${CALLS}{operation="createTransaction"`;
const BUDGET = 0.0005;

const FAILED = 'status_class="5xx"';

/** The share of what was counted within a time that was bad; the selector has its brace open, and `by` names labels. */
const shareOf = (selector: string, bad: string, range: string, by = ''): string =>
  `sum${by}(rate(${selector},${bad}}[${range}])) / sum${by}(rate(${selector}}[${range}]))`;

const failing = (range: string): string => shareOf(CREATES, FAILED, range);

/** Burns the budget of a month so many times too fast, over a long and a short time (multi-window burn rate). */
const burning = (factor: number, long: string, short: string): string => {
  const limit = Number((factor * BUDGET).toPrecision(6));
  return `(${failing(long)}) > ${limit} and (${failing(short)}) > ${limit}`;
};

const quantile = (share: number, metric: string, where = ''): string =>
  `histogram_quantile(${share}, sum by (le) (rate(${metric}_bucket${where}[5m])))`;

const ofOperation = (operation: string): string => `{operation="${operation}"}`;
const SECONDS = 'titular_http_request_duration_seconds';

const PUTS = 'titular_objects_total{operation="put"';

const objectives: readonly Alert[] = [
  {
    name: 'TitularCreatesFailFast',
    expr: burning(14.4, '1h', '5m'),
    holds: '2m',
    severity: 'page',
    summary: 'Creates fail so often that two hundredths of the month’s budget (99.95 %) go in an hour.',
    action: 'Look at titular_not_ready and titular_db_errors_total, then at the log for faults.',
  },
  {
    name: 'TitularCreatesFailSlowly',
    expr: burning(6, '6h', '30m'),
    holds: '15m',
    severity: 'page',
    summary: 'Creates fail so often that a twentieth of the month’s budget (99.95 %) goes in six hours.',
    action: 'Look at titular_not_ready and titular_db_errors_total, then at the log for faults.',
  },
  {
    name: 'TitularCallsFail',
    // Balancers ask a node that is not ready again and again.
    expr: `${shareOf(`${CALLS}{operation!~"readHealth|readReadiness"`, FAILED, '5m')} > 0.05`,
    holds: '5m',
    severity: 'page',
    summary: 'One call in twenty fails, over all operations.',
    action: 'Look at titular_not_ready and titular_db_errors_total, then at the log for faults.',
  },
  {
    name: 'TitularOperationFails',
    // Without tokens or frames there are no creates and no captures that could fail.
    expr: `${shareOf(`${CALLS}{operation=~"issueToken|submitFrame"`, FAILED, '5m', ' by (operation) ')} > 0.05`,
    holds: '5m',
    severity: 'page',
    summary: 'One call of {{ $labels.operation }} in twenty fails.',
    action:
      'Look at the log for faults; of submitFrame at titular_objects_total and titular_engine_refused_total as well.',
  },
  {
    name: 'TitularPicturesUnstored',
    // A store that is busy refuses some, which are put again: nobody has to be woken for those.
    expr: `${shareOf(PUTS, 'result!="done"', '5m')} > 0.05`,
    holds: '5m',
    severity: 'page',
    summary: 'The object store fails to take one picture in twenty.',
    action:
      'Ask titular doctor, and see docs/operations/pictures.md for the results of titular_objects_total.',
  },
  {
    name: 'TitularCreateSlow',
    expr: `${quantile(0.99, SECONDS, ofOperation('createTransaction'))} > 0.1`,
    holds: '10m',
    severity: 'ticket',
    summary: 'One create in a hundred takes more than 100 ms.',
    action:
      'Compare titular_db_wait_seconds and titular_db_query_seconds: a pool that is too small, or a database that is slow.',
  },
  {
    name: 'TitularStatusSlow',
    expr: `${quantile(0.99, SECONDS, ofOperation('readTransaction'))} > 0.05`,
    holds: '10m',
    severity: 'ticket',
    summary: 'One status query in a hundred takes more than 50 ms.',
    action: 'Compare titular_db_wait_seconds, titular_db_query_seconds and nodejs_eventloop_lag_p99_seconds.',
  },
  {
    name: 'TitularTokenSlow',
    expr: `${quantile(0.99, SECONDS, ofOperation('issueToken'))} > 0.05`,
    holds: '10m',
    severity: 'ticket',
    summary: 'One token in a hundred takes more than 50 ms.',
    action: 'Compare titular_db_query_seconds and nodejs_eventloop_lag_p99_seconds.',
  },
  {
    name: 'TitularDecisionSlow',
    expr: `${quantile(0.95, 'titular_decision_delay_seconds')} > 3`,
    holds: '10m',
    severity: 'page',
    summary: 'One decision in twenty comes more than 3 s after its capture.',
    action: 'Look at titular_jobs_waiting, titular_job_seconds and titular_gallery_search_seconds.',
  },
  {
    name: 'TitularFrameSlow',
    expr: `${quantile(0.95, SECONDS, ofOperation('submitFrame'))} > 0.5`,
    holds: '10m',
    severity: 'ticket',
    summary: 'One frame in twenty is answered after more than 500 ms.',
    action:
      'Look at titular_engine_waiting and titular_engine_refused_total: the face engine needs more cores.',
  },
  {
    name: 'TitularWebhookSlow',
    expr: `${quantile(0.95, 'titular_webhook_lag_seconds')} > 5`,
    holds: '10m',
    severity: 'ticket',
    summary: 'One event in twenty is first sent more than 5 s after it happened.',
    action: 'Ask titular webhooks queue which endpoints wait.',
  },
];

const duties: readonly Alert[] = [
  {
    name: 'TitularRetentionOverdue',
    expr: 'max by (data) (titular_retention_overdue_seconds) > 0',
    holds: '1h',
    severity: 'page',
    summary: 'Data of class {{ $labels.data }} is kept beyond the time that was promised.',
    action: 'Ask titular retention overdue, and look at titular_jobs_total{result="failed"}.',
  },
  {
    name: 'TitularScheduleStopped',
    expr: 'time() - max(titular_cron_last_success_timestamp_seconds) > 600',
    holds: '5m',
    severity: 'page',
    summary: 'No scheduled task has ended well for ten minutes.',
    action: 'Look at titular_jobs_waiting and at the log for the part jobs.',
  },
  {
    name: 'TitularTaskMissed',
    expr: 'time() - max by (task) (titular_cron_last_success_timestamp_seconds) > 10800',
    holds: '5m',
    severity: 'ticket',
    summary:
      'The task {{ $labels.task }} has not ended well for three hours, three times its longest period.',
    action: 'Look at titular_jobs_total{result="failed"} of the task and at the log.',
  },
  {
    name: 'TitularJobsWait',
    expr: 'max(titular_job_oldest_seconds) > 60',
    holds: '5m',
    severity: 'ticket',
    summary: 'Jobs wait for more than a minute.',
    action: 'Look at titular_job_seconds for the task that takes the places, and start another node.',
  },
  {
    name: 'TitularPartitionsMissing',
    expr: 'min by (table) (titular_db_partition_days) < 4',
    holds: '1h',
    severity: 'ticket',
    summary: 'Partitions of {{ $labels.table }} are made for fewer than four days, today included.',
    action:
      'Look at titular_jobs_total of delete-old-calls and delete-old-attempts, and at the log: rows go to the default partition, and none is lost.',
  },
  {
    name: 'TitularHandOverWaits',
    expr: 'max(titular_job_outbox_oldest_seconds) > 60 or max(titular_audit_unsealed_oldest_seconds) > 60',
    holds: '5m',
    severity: 'ticket',
    summary: 'Jobs or audit entries wait for more than a minute for what follows their commit.',
    action: 'Look at the log for the parts relay and sweeps.',
  },
  {
    name: 'TitularExpiryBehind',
    // Every process reads the same rows.
    expr: 'sum(max by (subject) (titular_expiry_overdue)) > 1000',
    holds: '5m',
    severity: 'ticket',
    summary: 'More than a thousand transactions and processes are open beyond their time.',
    action: 'Look at titular_jobs_total of expire-transactions and expire-processes.',
  },
  {
    name: 'TitularWebhooksWait',
    expr: 'max(titular_webhook_oldest_due_seconds) > 300',
    holds: '5m',
    severity: 'ticket',
    summary: 'Deliveries wait for more than five minutes for endpoints that are on.',
    action: 'Ask titular webhooks queue which endpoints wait.',
  },
  {
    name: 'TitularTenantClosed',
    // A switch is through, or taken back, within five seconds.
    expr: 'max by (phase) (titular_tenant_moves{phase=~"closing|frozen"}) > 0',
    holds: '1m',
    severity: 'page',
    summary: 'A tenant was closed for its move to another deployment, and has not been opened since.',
    action: 'Run titular tenants move again, or with --abort: docs/operations/cells.md, If it stops.',
  },
];

const nodes: readonly Alert[] = [
  {
    name: 'TitularNodeGone',
    expr: 'up{job="titular"} == 0',
    holds: '2m',
    severity: 'page',
    summary: 'The process at {{ $labels.instance }} is not there, or has not begun to serve.',
    action: 'Look at its log and at its supervisor: it has ended, or waits for the database or a migration.',
  },
  {
    name: 'TitularNobodyServes',
    expr: 'absent(titular_build_info{role=~"all|api"})',
    holds: '2m',
    severity: 'page',
    summary: 'No process answers calls.',
    action: 'Start one, and look at the logs for why the last of them ended.',
  },
  {
    name: 'TitularNobodyWorks',
    expr: 'absent(titular_build_info{role=~"all|worker"})',
    holds: '2m',
    severity: 'page',
    summary: 'No process decides, sends webhooks or cleans up.',
    action: 'Start one, and look at the logs for why the last of them ended.',
  },
  {
    name: 'TitularNotReady',
    expr: 'max by (instance, cause) (titular_not_ready{cause!="draining"}) > 0',
    holds: '1m',
    severity: 'page',
    summary: 'Node {{ $labels.instance }} is not ready: {{ $labels.cause }}.',
    action: 'docs/guides/several-nodes.md says what each cause means.',
  },
  {
    name: 'TitularClockOff',
    expr: 'abs(titular_db_clock_skew_seconds) > 0.1',
    holds: '5m',
    severity: 'ticket',
    summary: 'The clock of {{ $labels.instance }} is more than 0.1 s off; at 2 s it takes no requests.',
    action: 'Look at the time synchronisation of the machine.',
  },
  {
    name: 'TitularEngineRefuses',
    expr: 'sum(rate(titular_engine_refused_total[5m])) > 0.01 * sum(rate(titular_engine_seconds_count[5m]))',
    holds: '5m',
    severity: 'ticket',
    summary: 'More than one picture in a hundred is not measured.',
    action: 'By reason: busy and late want more cores, away and broken an engine that works.',
  },
  {
    name: 'TitularPoolExhausted',
    expr: 'min_over_time(titular_db_pool{state="waiting"}[5m]) > 0',
    holds: '5m',
    severity: 'ticket',
    summary: 'Requests on {{ $labels.instance }} always wait for a database connection.',
    action: 'Raise TITULAR_DATABASE_POOL, or find the slow statement.',
  },
  {
    name: 'TitularOverloaded',
    expr: 'sum(rate(titular_requests_shed_total[5m])) > 0.1',
    holds: '5m',
    severity: 'page',
    summary: 'Processes cannot keep up, and refuse calls of merchants.',
    action:
      'Start another process that answers calls; docs/operations/overload.md tells what else to look at.',
  },
  {
    name: 'TitularDatabaseUnread',
    // Engine nodes have no database.
    expr: 'titular_build_info{role!="engine"} unless on (instance) titular_jobs_waiting',
    holds: '5m',
    severity: 'page',
    summary: 'The operations port of {{ $labels.instance }} cannot read its gauges from the database.',
    action: 'Look at titular_not_ready and at the database.',
  },
];

/** Every alert, by group. */
export const alertGroups: Readonly<Record<string, readonly Alert[]>> = {
  'titular-objectives': objectives,
  'titular-duties': duties,
  'titular-nodes': nodes,
};
