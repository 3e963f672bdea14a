import {
  SANDBOX_EVENTS,
  SANDBOX_KIND_MEANINGS,
  SANDBOX_KINDS,
  type SandboxScenario,
} from '@titular/contract';
import { catalogue } from '@titular/server/sandbox/scenarios.ts';

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const stepsOf = ({ steps }: SandboxScenario): string =>
  steps.map(({ afterSeconds, event }) => `${afterSeconds} s: ${event}`).join('<br>') || '–';

const endOf = ({ status, hasIdentityChanged, code }: SandboxScenario): string =>
  code ? `\`${code}\`` : `\`${status}\`${hasIdentityChanged ? ', identity changed' : ''}`;

const HEAD = ['Scenario', 'What it shows', 'Steps, seconds after the create', 'Leads to', 'CPF'];

function chapter(kind: SandboxScenario['kind']): string {
  const rows = catalogue()
    .filter((scenario) => scenario.kind === kind)
    .map((scenario) => [
      `\`${scenario.name}\``,
      scenario.meaning,
      stepsOf(scenario),
      endOf(scenario),
      scenario.identity ? `\`${scenario.identity.value}\`` : '–',
    ]);
  const table = [row(HEAD), row(HEAD.map(() => '---')), ...rows.map(row)].join('\n');
  return `## ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n${SANDBOX_KIND_MEANINGS[kind]}\n\n${table}`;
}

/** docs/sandbox.md: the catalogue of scenarios, and how one is chosen. */
export const sandboxPage = (): string => `# The sandbox

Generated from the table in \`packages/server/src/sandbox\` by \`npm run generate\`; a test compares it with the code. The running
service answers the same table at \`GET /api/public/v1/walletid/sandbox/scenarios\`.

In the test environment a card check can be led to every end without a camera and without luck. Choose a scenario when you create the
transaction:

- by the header \`X-Titular-Scenario: <name>\`, or
- by its CPF as the identity, where you cannot set headers. The header comes before the identity.

Everything else is real: the steps go along the table of statuses, so that history, events, webhooks, receipts and reads are those of
production, and the limits of the company hold. What a step leaves behind carries the reason \`sandbox_scenario\`. No face is enrolled, no
picture is kept, and the receipt of an approval names the engine \`sandbox\`. A transaction has three attempts, whatever the deployment
allows cameras. Who moves the transaction in another way, for example by canceling it, ends the scenario. A step is taken within a second
of its time.

A scenario is followed by a transaction that waits for a person: one that ends at create by the rules of its company, or that uses the
captures of a process, goes its own way. The attempts of captures count for the day like others (\`identity-attempts-per-day\`, three attempts
each): use several persons, or a higher setting, where you run them often. There are scenarios for creating transactions; refusals of other
operations, and processes, have none.

An unknown name is refused with \`40090\`. Production has no sandbox: its code is not loaded, its operations are answered with \`40400\`,
the header is refused with \`40091\`, and each of these CPFs is an identity like any other.

## Step by step

\`POST /api/public/v1/walletid/sandbox/transactions/{transaction_id}/steps\` with \`{"event": "<event>"}\` lets one thing happen to any live
transaction at once; \`titular sandbox step <transaction> <event>\` does the same. What its status does not let happen is refused with
\`40092\`. The events: ${SANDBOX_EVENTS.map((event) => `\`${event}\``).join(', ')}.

After \`attempt-completed\` the transaction is \`processing\`, and stays so: there is no picture to decide on, and nothing decides by itself.
Step \`approve\`, \`identity-changed\` or \`reject\` next. A call stands in the log of calls like any other of a merchant; the command leaves
an entry \`sandbox.step\` in the audit log.

## From the command line

\`titular sandbox run <scenario>\` starts a service of its own, without network and database, creates a transaction by the scenario, moves
the clock, and tells each step as the merchant sees it, to the verified webhook. It ends with 0 when the scenario led where this page says.
\`titular sandbox list\` prints the catalogue.

It runs anywhere, also where \`TITULAR_ENV\` says production: it reads no setting of the deployment, opens neither its database nor its master
key, and listens and calls on this machine alone. What it makes is in a temporary directory, which is removed at the end.

${SANDBOX_KINDS.map(chapter).join('\n\n')}
`;
