import { type Alert, alertGroups } from './alerts.ts';

/** A text in double quotes, as JSON and YAML both read it. */
const quoted = (text: string): string => JSON.stringify(text);

const ruleLines = ({ name, expr, holds, severity, summary, action }: Alert): string[] => [
  `      - alert: ${name}`,
  `        expr: ${quoted(expr)}`,
  `        for: ${holds}`,
  '        labels:',
  `          severity: ${severity}`,
  '        annotations:',
  `          summary: ${quoted(summary)}`,
  `          description: ${quoted(action)}`,
];

/** ops/prometheus/rules.yml: the alerts in the form of Prometheus. */
export const rulesFile = (): string =>
  [
    '# Generated from scripts/operations/alerts.ts by `npm run generate`.',
    'groups:',
    ...Object.entries(alertGroups).flatMap(([group, alerts]) => [
      `  - name: ${group}`,
      '    rules:',
      ...alerts.flatMap(ruleLines),
    ]),
    '',
  ].join('\n');
