import type { RetentionClass } from '@titular/server/module.ts';
import { listRetention } from '@titular/server/modules.ts';
import { settingTables } from '@titular/server/settings/change-settings.ts';

const HOUR_DAYS = 1 / 24;

function plural(days: number): string {
  if (days === HOUR_DAYS) return '1 hour';
  return days === 1 ? '1 day' : `${days} days`;
}

function timeOf({ days }: RetentionClass): string {
  if (typeof days === 'number') return plural(days);
  const [owner, settings] =
    Object.entries(settingTables).find(([, all]) => all.some(({ name }) => name === days.setting)) ?? [];
  const setting = settings?.find(({ name }) => name === days.setting);
  return `${plural(Number(setting?.fallback))}; the ${owner} setting \`${days.setting}\``;
}

/** docs/data-protection.md: what is kept of persons, how it is protected, for how long, and how it is erased. */
export const dataProtectionPage = (): string => `# What is kept of persons

Generated from the retention rows of \`packages/server/src/*/module.ts\` by \`npm run generate\`.

## At rest

Identities, cards with the names on them, redirect addresses, pictures, measurements and face templates are sealed with AES-256-GCM
under a key of the tenant. Table, row and field are in the authenticated data; the master key wraps the tenant's key. Sealed data is found
by keyed hashes alone. Stored in clear are the order number, the value, the kind of identity, statuses, reasons and times. The order number
is searched by its prefix, so never put a person into it. A card arrives with at most its first 8 and last 4 digits; of card ranges with 15
or fewer digits, only the first 6 are kept. The log of API calls stores the shape of bodies and none of their values.

A process of the service holds in memory what it needs to answer. These are tenants' keys, and enrolled faces to search (their descriptors,
not the pictures), for a quarter of an hour after the last search of their kind. An erased face is overwritten at the next search, or within
a minute. A memory dump of the process contains both keys and faces: turn core files off, or store them where only you can read them.

## Who else receives data

Your own services, where you set them up: a [face engine](face-engine.md) receives pictures, an [identity platform](identity-platform.md) receives
identity and name, and a [service for card evidence](card-evidence.md) receives order number, card digits and name, value, and with
\`TITULAR_CARD_EVIDENCE_IDENTITY=send\` the identity. Its answers and its reference are kept with the transaction, and go when the person is
erased or the transaction was kept long enough. Merchants receive statuses by webhook.

## For how long

| Data | Kept | From | A legal hold keeps it |
| --- | --- | --- | --- |
${listRetention()
  .map((one) => `| ${one.data} | ${timeOf(one)} | ${one.from} | ${one.isHeld ? 'yes' : 'no'} |`)
  .join('\n')}

Every ten minutes, jobs of the service find due data by an index and delete it in batches until nothing is left. A job that is behind
resumes where it stopped. A changed setting applies from the next run. The log of API calls goes by whole days in UTC: a day is dropped
once its first call is due, so today and the 13 days before are kept. A transaction then keeps only its id, company, module, status,
history of statuses and reasons, and times.

\`titular retention overdue\` reports for each class how long the oldest entry is past its time. It exits with 5 if that is more than an hour:
let a monitor run it.

## The device cookie

Off unless a company sets \`device-many-identities\` to \`note\` or \`end\`. Then the consent of its page names, in each language, a cookie that
identifies the browser. It is set with a consent to that text and at no other time: \`__Host-titular-device\`, 128 random bits, \`Secure\`,
\`HttpOnly\`, \`SameSite=Strict\`. It lives for \`device-days\`, 90 at most, and no visit prolongs it. In a frame it is neither asked for nor set.

When an attempt begins, the service keeps a keyed hash of it under the key of the tenant, with the keyed hash of the identity. Nobody joins
devices of two tenants by the database, and the cookie itself is stored nowhere but in the browser. The decision tells whether there were more
identities than allowed, and never which. An erasure of a person deletes the uses that name them. The page deletes the cookie of who declines
the consent, or asks for the deletion of their data. The same request deletes the
uses of that transaction, unless it is held. Name the cookie in your privacy notice before you turn it on.

Judge the legal basis yourself before that. The consent names the cookie, but a person cannot refuse it apart from the check: whoever does not
want it has to decline. Whether such a consent is freely given (GDPR articles 6(1)(a) and 7(4), ePrivacy Directive article 5(3), LGPD
articles 7, I and 8), or another basis carries the count, depends on what you offer instead of the page. All tenants of an origin share the cookie: one
that exists already is used, and keeps its own end.

## Staff

The [portal](portal.md) keeps people who work for you: sign-in name, roles, what they sign in with, and when they last did. Seeds of
one-time passwords and hashes of passwords are sealed under a key of the deployment. These people are not the persons above: an erasure does not
reach them. The legal basis is your duty to control who sees personal data, and to prove who did (LGPD articles 37 and 46, GDPR
articles 5(2) and 32). Sessions, challenges and invitations go an hour after their end, counts of failed sign-ins after 30 days. A disabled person
stays as the name behind \`user:<id>\` in the audit log.

## Erasing a person

\`POST /api/public/v1/persons/erasures\` with an identity, or \`titular persons erase\`, removes the person from every transaction of the
tenant that was made for the identity, in one commit. It removes:

- face, pictures, attempts, page sessions and links
- identity, card, value and redirect address
- the order number, also in events
- responses of webhook receivers, and the shape of API calls; of calls that are still to be written down, two minutes later

Random bytes replace keyed hashes. Open transactions end first, with their event. The response is a receipt, signed with a published key;
it counts what was erased and does not name the person. A request that is repeated with its \`Idempotency-Key\` within a day returns the same
receipt: without a key, a repeat would return another one that counts nothing. The audit log records the erasure by its id, and image views by id and SHA-256
alone. Nothing in that log is ever erased, so the reason of an image view must not name the person.

The erasure is also appended to a ledger outside the database, by keyed hash and without anything that names the person. After a restore, the
start repeats the erasures that the database has lost before it serves ([backup.md](operations/backup.md)). Legal holds, disputed faces,
withdrawn references and what persons asked for on the page stand in it as well
([decision 0103](decisions/0103-acts-in-the-erasure-ledger.md)).

A transaction made for somebody else may have this identity as the stated identity. It loses the statement and is no longer found by this
identity. Its order and its captures stay for their time, as evidence about the person that the merchant named. The receipt counts such
statements, and the transactions and processes that a legal hold keeps.

In the portal an admin erases as well, alone or with a second person ([portal.md](portal.md#erasing-persons)).

## What a person asks for on the page

At the end of a check, the page that captured it offers "Delete my data", and asks once more. It says what is deleted and when, what is
kept and why, and names the contact of the company. Then:

- The request is recorded once: in the audit log (\`person.ask-erasure\`), and as the event \`erasure.requested\` to the company.
- If the person was confirmed on this page, the enrolled faces of the identity go with the pictures: \`capture-retention-days\` after the end.
- If not, no enrolled face goes: nobody can delete the face of somebody else.
- Pictures and the record of the request keep their time, as evidence. A legal hold keeps what it covers.

Before the end, "I do not agree any more" and "Not now" take the consent back. The attempt under way ends. Where pictures were kept, the
same request is recorded, and the page says by when they are deleted. The request of the company stays open until its time is up
([0102](decisions/0102-withdrawing-before-the-end.md)).

The company is the controller: it answers the person, and can erase everything at once with the operation above. Decision
[0029](decisions/0029-persons-ask-for-deletion-on-the-page.md) says why the page does not.

## Legal holds

\`titular holds place\` holds one transaction, and the process whose captures it uses, until \`titular holds release\`. It prints how many
pictures there are: 0 if they are already deleted. A hold and a deletion of the same transaction wait for each other; an erased transaction
cannot be held. Until the release:

- Data that a hold keeps, as the table says, stays past its time if it is about the held transaction or process. Events stay with their
  deliveries and attempts, calls with the shape of their bodies.
- Data that a hold does not keep goes at its time. A hold does not keep a transaction open: it expires, and an erasure of its person ends it.
- An erasure of the person removes nothing of a held transaction or process. It leaves calls that name the order of a held transaction,
  unless they are about an erased one. It removes the enrolled face, a dispute about it, and everything that is not held. Request it again
  after the release.
- Of the log of API calls, those about the transaction or process stay. Calls that were refused before it existed go at their time.

PostgreSQL keeps old versions of rows in its write-ahead log for a while. A minute after an erasure, and at most once an hour, the service
vacuums the affected tables and overwrites that log, 160 MB of it an hour. Other writes also bring the overwriting nearer to its end. After
a restart it resumes where it stopped. A role of your own needs \`pg_checkpoint\` and the right to call \`pg_switch_wal()\` and
\`pg_ls_waldir()\`; without them the service logs a warning. If the log is archived or the database is managed, \`TITULAR_ERASURE_SWEEP=off\`
leaves the log to your own rules. **Archives of the log, replicas and backups are yours to rotate.**

Data that was sent out is yours too. Webhooks carry no personal data except the order number, if the company has it sent; receipts carry it
too.

Responses stored for an \`Idempotency-Key\` contain the id, the link and the SDK token of a transaction, the receipt of an
erasure, or the secret of a webhook endpoint, sealed, and go after a day.
`;
