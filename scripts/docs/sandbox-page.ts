import {
  publishedOperations,
  SANDBOX_EVENTS,
  SANDBOX_KIND_MEANINGS,
  SANDBOX_KINDS,
  type SandboxScenario,
} from '@titular/contract';
import { catalogue } from '@titular/server/sandbox/catalogue/scenarios.ts';

const BEHIND_TOKEN = Object.keys(publishedOperations).filter((operationId) =>
  publishedOperations[operationId]?.codes.includes('40301'),
);

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const stepsOf = ({ steps }: SandboxScenario): string =>
  steps.map(({ afterSeconds, event }) => `${afterSeconds} s: ${event}`).join('<br>') || '–';

const endOf = ({ status, hasIdentityChanged }: SandboxScenario): string =>
  `\`${status}\`${hasIdentityChanged ? ', identity changed' : ''}`;

/** Operations by their names, but for those that all have in common. */
function operationsOf({ operations }: SandboxScenario): string {
  const left = BEHIND_TOKEN.filter((operationId) => !operations.includes(operationId));
  if (left.length === 0) return 'all behind a token';
  return operations.map((operationId) => `\`${operationId}\``).join(', ');
}

type Columns = Readonly<Record<string, (scenario: SandboxScenario) => string>>;

const NAMED: Columns = {
  Scenario: ({ name }) => `\`${name}\``,
  'What it shows': ({ meaning }) => meaning,
};

const FOLLOWED: Columns = {
  ...NAMED,
  'Steps, seconds after the create': stepsOf,
  'Leads to': endOf,
  CPF: ({ identity }) => (identity ? `\`${identity.value}\`` : '–'),
};

const coded = (word: string | undefined): string => (word === undefined ? '–' : `\`${word}\``);

const LED: Columns = {
  ...FOLLOWED,
  'Leads to': ({ processResult, livenessResult, authenticationResult }) =>
    [processResult, livenessResult, authenticationResult]
      .filter((word) => word?.endsWith('_UNSPECIFIED') === false)
      .map(coded)
      .join('<br>'),
  'Its card': ({ reusedAs }) => coded(reusedAs),
};

const REFUSED: Columns = { ...NAMED, Operations: operationsOf };

const COLUMNS: Readonly<Partial<Record<SandboxScenario['kind'], Columns>>> = {
  errors: REFUSED,
  processes: LED,
};

function chapter(kind: SandboxScenario['kind']): string {
  const columns = Object.entries(COLUMNS[kind] ?? FOLLOWED);
  const head = columns.map(([name]) => name);
  const rows = catalogue()
    .filter((scenario) => scenario.kind === kind)
    .map((scenario) => columns.map(([, cellOf]) => cellOf(scenario)));
  const table = [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
  return `## ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n${SANDBOX_KIND_MEANINGS[kind]}\n\n${table}`;
}

/** docs/sandbox.md: the catalogue of scenarios, and how one is chosen. */
export const sandboxPage = (): string => `# The sandbox

Generated from the table in \`packages/server/src/sandbox\` by \`npm run generate\`; a test compares it with the code. The running
service answers the same table at \`GET /api/public/v1/walletid/sandbox/scenarios\`.

In the test environment a card check and a process can be led to every end without a camera and without luck, and every operation to
each of its refusals. Choose a scenario:

- by the header \`X-Titular-Scenario: <name>\` of the call, or
- by its CPF as the identity of a create, where you cannot set headers. The header comes before the identity. CPFs of processes choose
  nothing for a transaction that uses none, nor those of transactions for a process.

Everything else is real: the steps go along the table of statuses, so that history, events, webhooks, receipts and reads are those of
production, and the limits of the company hold. What a step leaves behind carries the reason \`sandbox_scenario\`. No face is enrolled, no
picture is kept, and the receipt of an approval names the engine \`sandbox\`. A transaction or process has three attempts, whatever
the deployment allows cameras. Who moves it in another way, for example by canceling the transaction, ends the scenario. A step is taken
within a second of its time.

A scenario is followed by a transaction or process that waits for a person; a transaction that ends at create by the rules of its company goes
its own way. The attempts of captures count for the day like others (\`identity-attempts-per-day\`, three attempts each): use several persons,
or a higher setting, where you run them often. Where the deployment has processes carried out by an identity platform of its own, no scenario
leads them: a name is refused with \`40090\`, and a CPF is an identity like any other.

A transaction that uses a process (\`additionalInfo.processID\`) follows the scenario of its own header or CPF from the decision on, or else the
one that stands beside the scenario of the process under *Its card*. All [rules of reuse](processes.md#use-it-for-a-card) hold, but that a
process which a scenario led to its end needs no pictures; where neither is, the pictures are decided on. What has no decision, such as
\`canceled\`, or shows what comes before it, as \`webhook-out-of-order\` does, is refused by its name with \`40090\`.

A refusal of the catalogue is given by the operations that its row names, to whoever may call them, with the message of
[errors.md](errors.md) and the headers that tell what to do, before anything of the call is looked at: ids may be invented, and a body may be
\`{}\`. Nothing is read or written of what was asked, and the call stands in the log of calls.

What ends in \`-then-served\` is refused once: the same call by the same scenario is served when it comes again within ten minutes, so that you
see your own retries work. A call is known by its \`Idempotency-Key\`, and then stays served; without one it is known by its address and body, and
refused every second time. Once it is served, a create with a CPF of this page follows the scenario of that.
Refusals of the token endpoint have names of their own.

A name that is unknown, or not for that operation, is refused with \`40090\`; operations that need no token pay no heed to it. Production has
no sandbox: its code is not loaded, its operations are answered with \`40400\`, the header is refused with \`40091\` by every operation behind a
token, and each of these CPFs is an identity like any other.

## Step by step

\`POST /api/public/v1/walletid/sandbox/transactions/{transaction_id}/steps\` with \`{"event": "<event>"}\` lets one thing happen to any live
transaction at once; \`titular sandbox step <transaction> <event>\` does the same. What its status does not let happen is refused with
\`40092\`. The events: ${SANDBOX_EVENTS.map((event) => `\`${event}\``).join(', ')}.

After \`attempt-completed\` the transaction is \`processing\`, and stays so: there is no picture to decide on, and nothing decides by itself.
Step \`approve\`, \`identity-changed\` or \`reject\` next. A call stands in the log of calls like any other of a merchant; the command leaves
an entry \`sandbox.step\` in the audit log.

## From the command line

\`titular sandbox run <scenario>\` starts a service of its own, without network and database, calls it by the scenario, moves
the clock, and tells each step as the merchant sees it, to the verified webhook. It ends with 0 when the scenario led where this page says.
\`titular sandbox list\` prints the catalogue.

It runs anywhere, also where \`TITULAR_ENV\` says production: it reads no setting of the deployment, opens neither its database nor its master
key, and listens and calls on this machine alone. What it makes is in a temporary directory, which is removed at the end.

${SANDBOX_KINDS.map(chapter).join('\n\n')}

## Refusals of the web SDK

They come to your page as \`onError\`, and need no scenario:

| Code | How to reach it |
| --- | --- |
| \`40320\` | change a letter of the \`token\` |
| \`40321\` | wait until the token has expired; with \`TITULAR_LINK_LIFETIME_SECONDS=60\` that is a minute |
| \`40322\` | serve the page from an origin that is not in the company's \`web-origins\` |
| \`40323\` | create with the scenario \`canceled\`, wait a second, then open |
| \`40324\` | give the SDK the \`id\` of one transaction and the \`token\` of another |

Of the other codes of [errors.md](errors.md) that no scenario has, \`40400\` is reached by any address that there is none of, \`40090\` by a
scenario that there is none of, and \`40091\` in production alone. The rest are between the hosted page and the service, and the page deals
with them: open a link a second time, or after its time, to see what a person sees then.
`;
