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
service returns the same table at \`GET /api/public/v1/walletid/sandbox/scenarios\`.

In the test environment, scenarios take a card check or a process to any of its ends without a camera, and make any operation return any of
its refusals. Choose a scenario in one of two ways:

- with the header \`X-Titular-Scenario: <name>\` on the call
- with the scenario's CPF as the identity of a create, if you cannot set headers

If both are given, the header wins. The CPFs of process scenarios have no effect on a transaction that uses no process, and those of
transactions have none on a process.

Everything else is real. The steps follow the table of statuses, so history, events, webhooks, receipts and reads are those of production, and
the company's limits apply. Whatever a step records carries the reason \`sandbox_scenario\`. No face is enrolled, no picture is kept, and the
receipt of an approval names the engine \`sandbox\`. A transaction or process always has three attempts. Changing it in another way, for
example by canceling the transaction, ends the scenario. Each step happens within two seconds of its time.

A scenario applies to a transaction or process that waits for a person. A transaction that the company's rules end at create does not follow
one. The attempts count towards \`identity-attempts-per-day\` like any others, three for each transaction: use several identities, or raise the
setting, if you run scenarios often. If the deployment uses its own identity platform, no scenario applies to processes: a name is refused with
\`40090\`, and a CPF is an ordinary identity.

A transaction that uses a process (\`additionalInfo.processID\`) follows its own header or CPF from the decision on. Without one, it follows the
scenario in the column *Its card* of the process's scenario. All [rules of reuse](processes.md#use-it-for-a-card) apply, except that a process
that a scenario completed needs no pictures. If neither has a scenario, the pictures are decided on. A scenario without a decision, such as
\`canceled\`, or about earlier steps, such as \`webhook-out-of-order\`, is refused with \`40090\`.

The operations in a refusal's row return it to every caller that they accept, with the message of [errors.md](errors.md) and the usual headers.
They do so before they look at the request: ids may be made up, and the body may be \`{}\`. Nothing is read or written, and the call
appears in the request log.

A scenario whose name ends in \`-then-served\` refuses once, so that you can watch your retries succeed: the same call is served if it is
repeated within ten minutes. Calls are the same if they have the same \`Idempotency-Key\`; such a call stays served. Without a key they are the
same if address and body are, and every second one is refused. Once a create is served, it follows the scenario of its CPF, if it has one. The
token endpoint has refusals with names of their own.

A name that is unknown, or that does not apply to the operation, is refused with \`40090\`. Operations without a token ignore the header. Production
has no sandbox: its code is not loaded, its operations return \`40400\`, every operation behind a token refuses the header with \`40091\`, and
these CPFs are ordinary identities.

## Step by step

\`POST /api/public/v1/walletid/sandbox/transactions/{transaction_id}/steps\` with \`{"event": "<event>"}\` makes one thing happen to any
open transaction at once; \`titular sandbox step <transaction> <event>\` does the same. An event that the status does not allow is refused with
\`40092\`. The events: ${SANDBOX_EVENTS.map((event) => `\`${event}\``).join(', ')}.

After \`attempt-completed\` the transaction stays \`processing\`, because there are no pictures to decide on. Send \`approve\`,
\`identity-changed\` or \`reject\` next. A call appears in the request log like any other; the command writes an entry \`sandbox.step\` to the
audit log.

## In the portal

**Sandbox**, in the [portal](portal.md) of the test environment, lists the catalogue with a search. **Run** creates a transaction or process
of an invented person for the company that you choose, by the same calls as the API and \`titular sandbox run\`. The page shows each step,
event and delivery as it comes, and whether it ended as this page says. Its address keeps the run. While a transaction waits, a step can be
taken by hand. Of a refusal, the page shows what the call is answered; a create that is served in the end is carried out, other operations
are not.

Runs stand in the audit log as \`transaction.create\`, \`process.create\` or \`sandbox.refusal\` with the name of the scenario, and steps as
\`sandbox.step\`. They take nothing from the rate limit, but count towards \`identity-attempts-per-day\` of the invented person.

## Something to look at

The overview of a tenant without traffic offers 500 invented transactions of the last 30 days; \`titular sandbox fill\` makes the same. A job makes
them within a minute or so, in three shops of their own whose names end in "(sandbox)": with every status, attempts and their causes, visits,
calls, and webhooks that went well, late and not at all. No webhook is sent: the endpoints of the shops are off, and their host exists nowhere.

The shops are closed. They use no process of other companies and lend none, enrol no face, and no member is limited to one. The list of events
leaves theirs out unless a query names the company, transaction or process. Metrics do not count what was made up.

**Remove all of it**, or \`titular sandbox clear\`, deletes the shops with everything in them, also what somebody created there by hand, and
nothing else. While a legal hold keeps one of their orders, the removal is refused with \`40375\`. The entries \`sandbox.fill\` and \`sandbox.clear\` stay in the audit log. \`titular sandbox show\` tells how far either is.

A guided task then shows what support does most: find an order by its number, read why the customer failed, send a new link. Developers and
admins of all companies do all three; a production deployment has none of it.

## From the command line

\`titular sandbox run <scenario>\` starts a separate service that needs no network and no database, calls it with the scenario, moves the
clock, and prints each step as the merchant sees it, up to the verified webhook. It exits with 0 if the scenario ended as this page says.
\`titular sandbox list\` prints the catalogue.

The command runs anywhere, even where \`TITULAR_ENV\` is \`production\`. It reads no setting of the deployment, opens neither its database
nor its master key, and uses only this machine. Its files are in a temporary directory, which is removed at the end.

${SANDBOX_KINDS.map(chapter).join('\n\n')}

## Refusals of the web SDK

Your page receives them in \`onError\`; they need no scenario:

| Code | How to reach it |
| --- | --- |
| \`40320\` | change a letter of the \`token\` |
| \`40321\` | wait until the token has expired; with \`TITULAR_LINK_LIFETIME_SECONDS=60\` that is a minute |
| \`40322\` | serve the page from an origin that is not in the company's \`web-origins\` |
| \`40323\` | create with the scenario \`canceled\`, wait a second, then open |
| \`40324\` | give the SDK the \`id\` of one transaction and the \`token\` of another |

Three codes of [errors.md](errors.md) need no scenario: any unknown address returns \`40400\`, an unknown scenario \`40090\`, and production
alone \`40091\`. The remaining codes are between the hosted page and the service, and the page handles them. To see what the person sees, open a
link twice, or after it has expired.
`;
