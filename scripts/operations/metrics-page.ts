import { countSeries, type MetricFacts } from '@titular/server/kernel/metrics/metric.ts';
import { listMetrics } from '@titular/server/modules.ts';
import { listProcessMetrics } from '@titular/server/operations/index.ts';
import { alertGroups } from './alerts.ts';

const MAX_SHOWN = 8;

function shownLabels({ labels }: MetricFacts): string {
  const shown = Object.entries(labels).map(([name, values]) =>
    values.length > MAX_SHOWN
      ? `\`${name}\` (${values.length} values)`
      : `\`${name}\`: ${values.map((value) => `\`${value}\``).join(', ')}`,
  );
  return shown.join('; ') || '–';
}

/** Version of the program and of Node.js, and of the engine, are of the process that is asked. */
const ofThisProcess = ({ name }: MetricFacts): boolean =>
  name === 'titular_build_info' || name.startsWith('titular_engine_');

const row = (metric: MetricFacts): string => {
  const labels = ofThisProcess(metric)
    ? Object.keys(metric.labels)
        .map((name) => (name === 'reason' ? '`reason`: `busy`, `late`, `away`, `broken`' : `\`${name}\``))
        .join('; ')
    : shownLabels(metric);
  return `| \`${metric.name}\` | ${metric.kind} | ${metric.help} | ${labels} |`;
};

/** docs/operations/metrics.md: the operations port, every metric, the alerts, and the lines of the log. */
export function metricsPage(): string {
  const metrics = listMetrics();
  const series = metrics.reduce((sum, metric) => sum + countSeries(metric), 0);
  const alerts = Object.values(alertGroups).flat();
  return `# Metrics, probes and logs

Generated from the \`metrics\` rows of \`packages/server/src/*/module.ts\` and from \`scripts/operations/alerts.ts\` by \`npm run generate\`.

## The operations port

\`TITULAR_OPERATIONS_PORT=9464\` opens a second port, on \`TITULAR_OPERATIONS_HOST\` (loopback by default). It asks for no token: let nobody
reach it but your supervisor and your Prometheus. The public port has no \`/metrics\`.

| Address | Answers |
| --- | --- |
| \`/healthz\` | 200 while the process is alive, from before the database is open until after it is closed |
| \`/startupz\` | 500 while the service starts, 200 once it has begun; for probes that give a slow start its time |
| \`/readyz\` | as the public \`/readyz\`: 200, or 500 with all \`causes\`, within a second; \`starting\` before the service has begun |
| \`/metrics\` | all metrics in the text format of Prometheus; 500 before the service has begun |

A scrape reads some gauges from the database, on one connection of its own, by one short statement each. What fails or takes more than a
second is left out of that scrape; all else is there also while the database is away. No request of a merchant or person waits for a metric.

## Metrics

Counters and histograms are those of one process, from its start on. No label holds a tenant, company, person, order, card, address or
token: each has a fixed set of values, and \`other\` for anything else. Together they can have at most ${series} series a process, beside those of
Node.js itself (\`nodejs_*\`, \`process_*\`).

| Metric | Kind | What it says | Labels |
| --- | --- | --- | --- |
${metrics.map(row).join('\n')}

Of Node.js and the process: ${listProcessMetrics()
    .map((name) => `\`${name}\``)
    .join(', ')}.

\`titular_objects_total\` and \`titular_objects_seconds\` are there where pictures are stored in a bucket ([pictures.md](pictures.md)).

## Alerts and dashboard

\`ops/prometheus/rules.yml\` holds these rules, and \`ops/grafana/titular.json\` a dashboard with every metric. \`npm run test:operations\` asks
a Prometheus that scraped a service for each of their expressions, and makes each alert fire in \`promtool\`. They expect that the job of
Prometheus that scrapes the operations ports of this deployment, and no other, has the name \`titular\` (\`job_name: titular\`).

| Alert | Loudness | What it says | What to do |
| --- | --- | --- | --- |
${alerts.map(({ name, severity, summary, action }) => `| \`${name}\` | ${severity} | ${summary} | ${action} |`).join('\n')}

Replication, archives, disks and locks are the database's: take the exporter of your PostgreSQL for those.

## Logs

The log is JSON, one object a line, on standard output. Lines that do not begin with \`{\` are sentences for whoever starts a process: it is
starting, ready, stopping, stopped, or read its secrets again (\`SIGHUP: …\`). A collector stores them as text. Every other line has \`service\`, \`version\`, \`environment\`, \`role\` and \`node\` (host, port and
process). With \`TITULAR_LOG_LEVEL=info\` each request has a line with \`msg\` \`request\`:

| Field | What it is |
| --- | --- |
| \`requestId\` | that of the answer's \`x-request-id\` |
| \`operationId\` | name of the operation in the contract; \`none\` for an address without one |
| \`status\` | status of the answer; \`aborted\` where the client went first |
| \`code\` | code of a refusal |
| \`durationMs\` | milliseconds from the head of the request to the end of the answer |
| \`leftOut\` | of frequent operations: good answers before this one that have no line |

Of good answers to frequent operations one in \`TITULAR_LOG_SAMPLE\` (100) has a line; \`titular_log_lines_left_out_total\` counts the others.
No line holds a path, a parameter, a query, a header or a body.
`;
}
