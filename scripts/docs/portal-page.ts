import {
  API_CALL_DAYS,
  extentOf,
  MAX_DUE_COUNT,
  MAX_TIMED_ROWS,
  PERMISSION_MEANINGS,
  PERMISSIONS,
  PORTAL_ROLES,
  type PortalRole,
  ROLE_MEANINGS,
  SCOPE_GRANTS,
  SCOPES,
  SETTING_DANGERS,
  WHAT_IF_DAYS,
  WHAT_IF_FEWEST,
  WHAT_IF_MAX,
  WHAT_IF_MIN_ENDS,
  WHAT_IF_PER_HOUR,
  WHAT_IF_VALUES_PER_DAY,
} from '@titular/contract';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import type { Setting } from '@titular/server/settings/setting.ts';
import { HASH_COSTS } from '@titular/server/users/authenticators/hash-secret.ts';
import { filesOfLists } from './portal-files.ts';
import { actsOfTwoPeople, operatorsInTenant, whenSomebodyLeaves } from './portal-trust.ts';

const WORDS = { all: 'yes', case: 'of one transaction', own: 'own acts' } as const;

/** How far a role has a permission, in words; where it is more in test, both. */
function extentInWords(role: PortalRole, permission: (typeof PERMISSIONS)[number]): string {
  const production = extentOf(role, permission, 'production');
  const test = extentOf(role, permission, 'test');
  if (production) return WORDS[production];
  return test ? 'in `test`' : '';
}

const rolesTable = (): string =>
  [
    `| Permission | ${PORTAL_ROLES.join(' | ')} |`,
    `| --- | ${PORTAL_ROLES.map(() => '---').join(' | ')} |`,
    ...PERMISSIONS.map(
      (one) => `| \`${one}\` | ${PORTAL_ROLES.map((role) => extentInWords(role, one)).join(' | ')} |`,
    ),
  ].join('\n');

const all = Object.values(settingTables).flat();
const named = (settings: readonly Setting[]): string => settings.map(({ name }) => `\`${name}\``).join(', ');

/** Settings that only operators change. */
const operatorsOwn = (): string => named(all.filter(({ isOperators }) => isOperators));

/** Settings whose change asks for a fresh authentication, by the reason. */
const dangers = (): string =>
  Object.entries(SETTING_DANGERS)
    .map(([code, reason]) => `- ${reason} ${named(all.filter(({ danger }) => danger === code))}.`)
    .join('\n');

/** Scopes that these roles give in the portal. */
const givenBy = (...roles: readonly PortalRole[]): string =>
  SCOPES.filter((scope) => SCOPE_GRANTS[scope].toSorted().join() === roles.toSorted().join())
    .map((scope) => `\`${scope}\``)
    .join(', ');

const meanings = (): string =>
  PERMISSIONS.map((one) => `- \`${one}\`: ${PERMISSION_MEANINGS[one]}`).join('\n');

/** docs/portal.md: where the portal is, how people sign in, and what each role may do. */
export const portalPage = (): string => `# The portal

Generated from the tables of roles in \`packages/contract/src/portal\` by \`npm run generate\`.

The portal is the web application in which staff find a transaction by its order number, see what happened and act. Its calls are not part
of the published API; whatever it does, a command or an API operation does too. Decision [0032](decisions/0032-portal.md) says why it is
built as it is.

## Where it is

\`TITULAR_PORTAL_URL\` names its address: a host of its own at the same service and port. The portal's host answers nothing of the API and of
the hosted page, and theirs nothing of the portal.

- In \`test\` it is \`http://localhost:<PORT>\`, while the API is \`http://127.0.0.1:<PORT>\`. Browsers allow passkeys on \`localhost\` without TLS.
- In \`production\` it is off until you set an https address. The host of TITULAR_PUBLIC_URL, an IP address and a path are refused at the start.

Behind a proxy, point a second name at the same nodes. The proxy must pass the \`Host\` header as the browser sent it: the service tells its
two fronts apart by that header, and by no \`X-Forwarded-Host\`. Set TITULAR_TRUSTED_PROXIES, or all people seem to sign in from one address.
Passkeys belong to the host: after a change of TITULAR_PORTAL_URL, people sign in with passwords or recovery codes, or are reset.

## The first operator

There is no default account and no default password, and no visitor becomes an operator by being first. Access to host and database is the
authority:

\`\`\`sh invite-operator
npx titular users invite --operator maria
\`\`\`

It prints a link that works once, within one hour, and until a newer one is made. Its code stands in the fragment, which browsers send to
nobody, and is stored as a digest. In \`test\`, \`npm start\` prints such a link itself while there is no operator, and writes it to
\`portal-setup.txt\` beside \`demo.json\`. Whoever takes that link also becomes an admin of the demo tenant. In \`production\` nothing is printed
unasked, because the output of a container is a log.

Operators see the deployment at \`/op\`: processes with state, version, work and lag, what waits, and how the database is. Its other pages:

- \`/op/tenants\`: tenants with their companies and the number of their admins. An operator adds a tenant, adds companies, invites the first
  admin, and switches a tenant off. The first admin is invited while a tenant is on and never had a member: a new link withdraws those before it,
  and a link that was made is refused once the tenant has a member. A tenant or company is added once for a press, also where its answer was lost ([0116](decisions/0116-a-tenant-is-added-once.md)). From then on its admins invite everybody else, and the portal refuses an
  operator with \`40099\`. Where none of them can sign in, use \`users invite\` on the host.
- \`/op/tenants/<id>\`: one tenant in numbers: companies, admins, settings, transactions of the last days, webhooks and the last call. From here an
  operator [enters it](#operators-in-a-tenant).
- \`/op/users\`: everybody who signs in, found by name, with roles, sessions and last sign-in. An operator ends sessions of operators and of people
  without a tenant, and locks or unlocks them, but not themselves, not the last active operator, and no staff of a tenant (\`40374\`).
- \`/op/queues\`: jobs by task with those that are due, failing or failed, and tenants whose webhooks are overdue. A failed job has no try
  left; "Run again" gives it all of them back, as \`titular jobs retry\` does. Of an error the page shows a code or class from a closed list, and nothing of its text. A count, a step of the list and a retry look at 100,000 jobs, and the page says where there are more.
- \`/op/keys\`: signing keys by id, and a new one for access tokens, SDK tokens or receipts. A new key signs after six minutes, and until then the
  portal makes no other for that purpose (\`40098\`). Master keys by id, and what each wraps: they are replaced by command, because they stay on
  their hosts.
- \`/op/configuration\`: settings of the process that answers, each with its value, where that is from, and a mark where processes differ, and what it is for, in the language of the page. Of a
  secret and of the file of the master key it shows only whether it is set, and of an address only the origin. Above them stands what to look at, such as a missing proxy or ledger of erasures.
- \`/op/audit\`: the [audit log](audit-log.md#verifying-in-the-portal) of all tenants, which the page verifies in the browser.

An operator of the deployment sees no tenant's persons. On the host, an operator invites anybody by command:

\`\`\`sh invite-admin
npx titular users invite joao --tenant "Loja Azul" --role admin
\`\`\`

## Signing in

- **Passkey.** Unlocked by PIN, finger or face, so it is two factors by itself. Several for each person, named; the last authenticator cannot
  be removed.
- **Password with a one-time password** (TOTP). At least 15 characters and at most 256; patterns, common passwords, and words of the person
  and the house are refused. Nothing is cut, no kind of character is asked for, and no password expires. Stored as argon2id
  (${HASH_COSTS.memoryKiB / 1024} MiB, ${HASH_COSTS.passes} passes) under a pepper that the master key wraps.
- **Recovery code.** Ten codes, each good once. It ends every other session, and asks for a new authenticator before anything else.
- **Identity provider**, where one is configured ([single-sign-on.md](guides/single-sign-on.md)). It opens the account that was linked to issuer and
  subject. A person links it at \`/me\` after a fresh authentication, or accepts an invitation with it. It opens no account of an operator.

Answer and work are the same whether an account exists or not. After the fifth wrong password in a row, the account waits 2 seconds, then 4,
8 and so on, up to 15 minutes. After 100 in a row the password is off until a reset. Passkeys are never held up, so no stranger keeps
out whoever has one. Wrong passwords at the door do not hold up an authentication in a session, which counts its own. Failures of one address share the limit of TITULAR_FAILED_AUTHENTICATIONS; visits to the identity provider
have one of their own. Failed sign-ins are counted for 30 days by a keyed
hash of the name; they are not in the audit log, which a stranger could fill. A refused visit to the identity provider has an entry there, one in ten minutes for
each reason.

## Sessions

A session locks after 15 minutes without a call, and ends after 8 hours. An authentication goes on with a locked one. People have five
sessions at most; the oldest ends. Dangerous acts ask for an authentication of the last 5 minutes. Each request looks the session and the
membership up in the database: what an admin ends, disables or changes is felt by the next request on every node. A call that changes something
is asked again once its body is there.

A locked page holds no data. What its person typed and did not send is there again once they unlock it, also in a dialog. Nothing is sent by itself.
A password, a code or a secret is never kept. Whoever signs in instead gets none of it.

\`titular sessions list\` and \`titular sessions end\` show and end sessions. A change of role or companies ends the sessions of that person.

## Roles

A person has one role in each tenant, for all its companies or for some. Nobody gives or manages more companies than they see, nobody changes
their own role, and the last admin of all companies of a tenant stays. A page changes a member that it shows as it is: where another admin was quicker, it says so
(\`40059\`) and shows what is now. The menu of a member leads to the entries of the pictures that they viewed.

${PORTAL_ROLES.map((role) => `- **${role}**: ${ROLE_MEANINGS[role]}`).join('\n')}

${rolesTable()}

${meanings()}

${operatorsInTenant()}

## Overview

Every member sees figures of the companies within reach: today beside the same day last week, the approval rate, what became of
transactions day by day, why they ended without approval, how long a result took, attempts needed, and how far pages came. Days are those
of the browser's zone; 1, 7, 30 or 90 of them, today included. Transactions count in the hour of their creation, under their present status,
so each number leads to the list of exactly those. A job counts each minute, and nothing is counted when the page opens
(decision [0057](decisions/0057-figures-from-events.md)).

Above the figures stands what needs attention: webhook endpoints that fail or went off by themselves, for those who manage them, and what waits
for them as the second person, for admins of all companies. These also see how many persons asked on the page for the deletion of their data
and are not erased, of the newest 1,000 requests. Below stand the webhook endpoints and, for those who see the whole log, the API calls of
today that were refused or failed, by cause. Each leads to its list; notices are read when the page opens, and nothing is kept of them.
The newest 50 endpoints, 250 changes and 250 erasures are looked at; where there are more, the page says so.

- Times are kept in ranges: half and 95 of 100 are upper bounds of a range.
- One transaction counts under each of its reasons.
- Browsers and what held people up are counted by visit, as pages told of them, in days of UTC
  ([captures.md](captures.md#page-events)). They hold nothing of a person, so no list stands behind them. Visits are counted since release 0.1.0.
- \`titular figures show\` tells the same, and \`titular figures rebuild\` counts the last 400 days anew: after a restore, or should figures and
  lists ever differ. It knows of attempts and pages only what is still kept.

## Settings

Every member sees the settings of the tenant and of the companies within reach; admins change them. Values, bounds and defaults are those of
\`titular settings\` ([command-line.md](command-line.md#settings)), and each setting has a button that copies its command, as the changes that are not saved have together.

- A save says what the page showed. If a setting has another value by now, nothing is written, and both values stand side by side.
- Settings of the tenant concern all companies, so only an admin of all companies changes them.
- Limits keep a tenant from taking the deployment from the others: ${operatorsOwn()}. The portal
  shows them, and an operator changes them by command.

A change of these settings asks for an authentication of the last 5 minutes:

${dangers()}

### Trying settings

Before they save, admins see what the decision settings of a company would have done: "What would it have done?" beside "Save" decides the ends
of its last ${WHAT_IF_DAYS} days again with the unsaved values, as \`titular settings what-if\` does. It shows how many ends would differ and which kinds, from
status and reason to status and reason. It changes nothing, and cannot judge who was genuine
(decision [0062](decisions/0062-settings-tried-on-own-ends.md)).

- Other settings count as they were at the time of each end. Each end is decided by itself: a face that would not have been enrolled
  changes no later one.
- Counts alone leave the server, rounded down to a multiple of ${WHAT_IF_FEWEST} from a point that changes each day. Kinds and causes of few
  are told together, and nothing is told of fewer than some ${WHAT_IF_MIN_ENDS} ends.
  Days are whole, in UTC, and end last midnight. \`match-threshold\` is tried in steps of 0.01.
- Left out and counted by cause: what has not ended, ended before a decision, was erased, came from a sandbox scenario, has nothing
  left of how it was decided, was decided with another engine version, or would not be reproduced. So is an end for which a setting
  would have looked for more than was looked for.
- The newest ${WHAT_IF_MAX.toLocaleString('en')} transactions are read at most. A tenant has ${WHAT_IF_PER_HOUR} tries an hour, and each leaves \`company.what-if\` in the audit log.
  A company has ${WHAT_IF_VALUES_PER_DAY} values of \`match-threshold\` a day; one of the same day again costs nothing of them.

### Seeing the page before saving

"Preview the page" below the looks of a company shows the hosted page with values that are not saved: colour, name, introductions, and a logo from a
file, which the browser alone reads. There are five screens, in each language, on a phone or a desktop, light or dark. Beside it stand the contrasts of
the colour in numbers, with what WCAG asks. The purchase is made up; nothing is sent or kept.

The frame comes from \`/capture/preview/\` at \`TITULAR_PUBLIC_URL\`, so the browser of staff must reach that address. Only the origin of \`TITULAR_PORTAL_URL\`
may show it in a frame. It is another origin at all times: a portal on the host of the public address is refused at the start. Without a portal the
address answers 404 ([decision 0068](decisions/0068-preview-in-a-frame.md)).

## Webhooks

Developers and admins see how webhook endpoints do, what was sent to them and what was answered, and send it again; they read the log of
events and the catalogue of event types. [webhooks.md](webhooks.md#in-the-portal) says what stands where. Adding, changing or deleting an
endpoint and replacing its secret ask for an authentication of the last 5 minutes; sending again does not. Whoever runs a receiver and has no
account gets [a page of one endpoint by a link](webhooks.md#for-the-receivers-developer).

If an answer with a secret is lost, the same form gives it again for a day ([0114](decisions/0114-a-lost-answer-in-the-portal.md)). Every act there can
be copied as the command that does the same, or as the call of the API where there is none ([0110](decisions/0110-acts-as-commands.md)). So can acts on a
transaction, members, invitations, sessions and files, and on what waits for a second person. A command that shows a secret or a link once writes it to a file.

## API calls

Developers and admins of all companies see every API call of the tenant, newest first, narrowed by operation, outcome, error code, account and
day. The list of accounts leaves out those with four digits in a row, which may not stand in an address, and those beyond 250, and says so. Names, codes and days stand in the address, so a view can be sent on. Of each call the page shows what is kept: shapes of bodies, and no values.
Calls are kept for ${API_CALL_DAYS} days. The page shows a request of \`curl\` that asks \`listCalls\` for the same.

Above the list stand the refusals of the chosen time by cause: the error code, what it means, the remedy of [errors.md](errors.md), how many
calls, and which operations and accounts had the most. Each number leads to its calls.

- A number counts calls. One row of the list may stand for several: refusals alike within a moment, and successful reads beyond the first 60 a minute
  where TITULAR_CALL_LOG_SAMPLE is above 1. The row says for how many.
- Nothing is counted without a bound (decision [0058](decisions/0058-refusals-by-cause.md)). Where a cause has too many calls, the newest are counted, and the page
  says "at least", for its operations and accounts too. A count is up to 10 seconds old.
- The log lacks calls without a valid token, refusals of the token endpoint, and what is older than ${API_CALL_DAYS} days. No refusal in the log is
  therefore not yet no refusal.
- A call is of no company, so members of some companies do not see this page.

## Limits

Developers and admins of all companies see what the tenant may ask of the API, at "Limits": rate, burst and calls under way, what is left of the
rate at this moment, and what was refused since an hour before the present minute, by limit and by service account. Each number leads to its calls, and
each limit to the setting that holds it. No service account has a limit of its own. Below stand the limits of 24 hours of each company, which refuse
persons and no call. Looking at the page takes nothing from the rate; \`readLimits\` of the API tells rate and calls under way too.

- Processes take the calls of the next second in advance. They count as used until they are given back.
- How many calls are under way is known to each process alone, so what is left of that limit is not shown.

The page also tries any rate and burst on the tenant's own calls of the last ${API_CALL_DAYS} days. It reads when they came, newest first, and takes them
from a full budget as the service does; what would have been refused stands in a chart with its table, and beside it the smallest rate that refuses none
with that burst. \`titular limits simulate\` does the same on an access log.

- An answer has ${MAX_TIMED_ROWS.toLocaleString('en')} rows of the log at most, and the page reads several, up to 200,000 calls. It says since when it has them, and reads further
  back on request.
- Calls that are refused before the rate is looked at are left out: 403 and \`42902\`. A call that the rate limit refused counts as a call, and so does
  each repetition of it.
- The log has one row for many calls where refusals are alike or reads are many. Such refusals are spread over 200 ms, and reads over the
  minute before it (decision [0060](decisions/0060-limits-tried-in-the-page.md)).

## Sandbox

In the test environment, developers and admins run the [scenarios of the sandbox](sandbox.md#in-the-portal) for a company, see each
step, event and delivery as it comes, and take steps by hand. A run takes nothing from the tenant's rate limit. In production the page says
what to do instead. The overview of a tenant without traffic offers [transactions to look at](sandbox.md#something-to-look-at), and removes them
again. On the page of an endpoint, the [receiver doctor](webhooks.md#try-your-receiver) sends deliveries that misbehave and says
which were taken wrongly.

## Service accounts

Developers and admins of all companies create service accounts, add keys, rotate client secrets, end either, and switch an account off. Each
act asks for an authentication of the last 5 minutes, leaves the entry that its command leaves, and can be copied as that command. Scopes,
addresses and times of an account that exists are changed by \`titular settings\`. Members of some companies see accounts and change none:
an account acts for all companies.

- A secret or a private key is shown once, in its dialog. A private key that somebody pastes stays in the browser.
- **Rotate** makes a secret and lets the old one end after an overlap. The page says since when the old one is unused, and ends it sooner.
- A secret does in the API what its scopes say, which may be more than its maker may do in the portal: with \`transactions:write\` a developer's back
  end creates in production ([0054](decisions/0054-scopes-that-the-portal-gives.md)). A role makes no credentials of an account with a
  scope that it does not give, and does not switch it on. Admins alone give ${givenBy('admin')}. Nobody gives
  ${givenBy()} here: an operator does, by command.

## Erasing persons

Under "Data", an admin of all companies erases a person by document number, as \`titular persons erase\` and \`eraseIdentity\` do, with an
authentication of the last 5 minutes. The page says before what goes and what stays; after it, it shows the signed receipt. Erasures of
portal, API and commands stand in one list, which names nobody. What is due to go in the next days is counted by class of data, up to
${MAX_DUE_COUNT} of each day.

With the tenant setting \`two-person\` on, such an erasure [takes two people](#acts-of-two-people). The identity is sealed in the proposal, shown masked, and goes
with it: whoever approves types it, from the request of the person.

\`titular persons erasures --waiting\` lists what waits, and \`titular persons withdraw-erasure\` ends it.

${actsOfTwoPeople()}

${filesOfLists()}

## Recovery

Somebody who lost everything is reset by an admin of their tenant, or by \`titular users reset\` on the host. A reset removes every
authenticator, recovery code and session, keeps the roles, and gives a link that works once within 24 hours. Nobody chooses a password for
somebody else. An account that belongs to several tenants, or to an operator, is reset on the host alone: whoever resets it could enter
there.

${whenSomebodyLeaves}

## What is written down

Sign-ins, invitations, changes of roles, resets, ended sessions, and every look at a person are in the [audit log](audit-log.md). Entries name people as
\`user:<id>\`; names stand only in the table \`users\`.
Admins of all companies see every entry of their tenant under "Audit log"; reviewers and admins of some companies see their own acts.
Actions and values of settings are said there in words, with the names that commands take; exports have them as they were written.
`;
