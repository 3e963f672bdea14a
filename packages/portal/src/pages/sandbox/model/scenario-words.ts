import type { AttemptOutcome, SandboxScenario, StepTransactionRequest } from '@titular/contract';
import type { TextKey, Translate } from '../../../i18n/texts.ts';
import { plainWords } from '../../../words/plain-words.ts';
import { type CaseStatus, statusOfTransaction } from '../../../words/status-view.ts';

/** What a step by hand can be. */
export type StepEvent = StepTransactionRequest['event'];
/** A kind of scenario. */
export type ScenarioKind = SandboxScenario['kind'];

/** Kinds in the order of the catalogue. */
export const SCENARIO_KINDS = [
  'ends',
  'captures',
  'processes',
  'webhooks',
  'errors',
] as const satisfies readonly ScenarioKind[];

const ATTEMPT = 'attempt-';

/** How an attempt ends that the sandbox makes. */
const outcomeOf = (event: string): AttemptOutcome | undefined =>
  event.startsWith(ATTEMPT)
    ? (event.slice(ATTEMPT.length).replaceAll('-', '_') as AttemptOutcome)
    : undefined;

/** What happens at a step, in words. */
export function eventWords(event: string, t: Translate): string {
  const outcome = outcomeOf(event);
  if (outcome) return t('sandboxAttempt', { outcome: t(`outcome_${outcome}`) });
  return t(`sandboxEvent_${event}` as TextKey) || event;
}

function attemptWords({ steps }: SandboxScenario, t: Translate): string {
  const outcome = outcomeOf(steps[0]?.event ?? '');
  const words = outcome ? t(`outcome_${outcome}`) : '';
  const isLed = steps.some(({ event }) => event === 'approve');
  return t(isLed ? 'scenarioThenApproved' : 'scenarioThrice', { outcome: words });
}

/** What a scenario shows, in words. */
export function scenarioWords(scenario: SandboxScenario, t: Translate): string {
  const { kind, name, code, subCode, servedNext } = scenario;
  if (kind === 'captures') return attemptWords(scenario, t);
  if (subCode !== undefined) return t('scenarioToken');
  if (code === undefined) return t(`scenario_${name}` as TextKey) || scenario.meaning;
  const refusal = t(code as TextKey);
  return servedNext ? t('scenarioServed', { refusal }) : refusal;
}

/** How a transaction or process of a scenario ends; undefined where the scenario refuses a call. */
export function endOf({
  status,
  hasIdentityChanged,
  processResult,
}: SandboxScenario): CaseStatus | undefined {
  return status === undefined ? processResult : statusOfTransaction(status, hasIdentityChanged);
}

/** How a scenario ends, in words. */
export function endWords(scenario: SandboxScenario, t: Translate): string {
  const end = endOf(scenario);
  if (end) return t(`status_${end}`);
  const { code, subCode = '', servedNext } = scenario;
  return t(servedNext ? 'sandboxServed' : 'sandboxRefused', { code: code ?? subCode });
}

/** The scenarios of a kind in which every word of a search stands: in name, words, end, CPF or operations. */
export function findScenarios(
  scenarios: readonly SandboxScenario[],
  { search, kind }: { search: string; kind: ScenarioKind | undefined },
  t: Translate,
): SandboxScenario[] {
  const sought = plainWords(search).split(/\s+/).filter(Boolean);
  const textOf = (one: SandboxScenario): string =>
    plainWords(
      [one.name, one.name.replaceAll('-', ' '), scenarioWords(one, t), endWords(one, t)]
        .concat(one.identity?.value ?? '', one.operations)
        .join(' '),
    );
  const order = (one: SandboxScenario): number => SCENARIO_KINDS.indexOf(one.kind);
  return scenarios
    .filter((one) => kind === undefined || one.kind === kind)
    .filter((one) => sought.length === 0 || sought.every((word) => textOf(one).includes(word)))
    .toSorted((one, other) => order(one) - order(other));
}

/** What can be made to happen to a transaction by hand: what scenarios of transactions let happen. */
export const handEvents = (scenarios: readonly SandboxScenario[]): StepEvent[] => [
  ...new Set(
    scenarios
      .filter(({ status }) => status !== undefined)
      .flatMap(({ steps }) => steps.map(({ event }) => event as StepEvent))
      .filter((event) => String(event) !== 'send-again'),
  ),
];

/** The command that runs a scenario on a temporary service. */
export const runCommand = (scenario: string): string => `npx titular sandbox run ${scenario}`;

/** The command that takes a step by hand. */
export const stepCommand = (tenantId: string, transactionId: string, event: string): string =>
  `npx titular sandbox step ${transactionId} ${event} --tenant ${tenantId}`;
