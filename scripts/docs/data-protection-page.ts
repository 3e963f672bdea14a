import type { RetentionClass } from '@titular/server/kernel/module.ts';
import { listRetention } from '@titular/server/modules.ts';
import { settingTables } from '@titular/server/settings/change-settings.ts';

const plural = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

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
under a key of the tenant, with table, row and field in the authenticated data; the tenant's key is wrapped by the master key.
They are found by keyed hashes alone. In clear stand the order number (it is searched by its beginning, so never put a person into
it), the value, the kind of identity, statuses, reasons and times. Of cards no more than the first 8 and last 4 digits arrive; of ranges
of 15 and fewer digits only 6 of the first are kept. The log of calls keeps the shape of bodies and none of their values.

In memory a process holds what it needs to answer: tenants' keys, and enrolled faces to search them (their descriptors, not the
pictures), for a quarter of an hour after the last search of their kind. A face that was erased is overwritten at the next search, or
within a minute. A memory dump of the process holds both: keep core files off, or where only you can read them.

## For how long

| Data | Kept | From | A legal hold keeps it |
| --- | --- | --- | --- |
${listRetention()
  .map((one) => `| ${one.data} | ${timeOf(one)} | ${one.from} | ${one.isHeld ? 'yes' : 'no'} |`)
  .join('\n')}

Jobs of the service look every ten minutes, find what is due by an index, and delete it in batches until nothing is left; one that is
behind goes on where it stopped. A change of a setting holds from the next look on. What remains of a transaction then is its id, company,
module, status, history of statuses and reasons, and times.

\`titular retention overdue\` tells for each class how long the oldest is kept beyond its time, and ends with 5 when that is more than an
hour: let a monitor run it.

## Erasing a person

\`POST /api/public/v1/persons/erasures\` with an identity, or \`titular persons erase\`, takes the person out of every transaction of the
tenant that was made for the identity, in one commit: face, pictures, attempts, page sessions, links, identity, card, order
number, also in events, value, redirect address, what receivers answered to webhooks, and the shape of calls. Random bytes take the place of keyed
hashes. Transactions that are open end first, with their event. The answer is a receipt, signed with a published key, that counts what
was erased and does not name the person; the audit log keeps the erasure
by its id, and looks at images by id and SHA-256 alone: nothing in it is ever erased, so the reason of a look may not name the person.

A transaction that the merchant made for somebody else, in which this identity was only stated on the page, loses the statement and is found
by it no more. Its order, and the captures that are evidence for whom the merchant named, stay for their time. The receipt counts such
statements, and the transactions and processes that a legal hold keeps.

## Legal holds

\`titular holds place\` holds one transaction, and the process whose captures it uses, until \`titular holds release\`. It answers how many
pictures there are: 0 where they had gone. A hold and a deletion of the same transaction wait for each other; a transaction that was erased
first cannot be held. Until the release:

- What the table says a hold keeps stays as far as it is about the held transaction or process, whatever its time. Events stay with their
  deliveries and attempts, calls with the shape of their bodies.
- What the table says it does not keep goes at its time. A transaction stays open no longer for being held: it expires, and an erasure of its
  person ends it.
- An erasure of the person takes nothing of a held transaction or process, and leaves calls that name the order of a held transaction, unless they
  are about one that is erased. It takes the enrolled face, a dispute about it, and everything that is not held. Ask for it again after the release.
- Of the log of API calls, those stay that are about the transaction or process; calls that were refused before there was one go at their
  time.

PostgreSQL keeps rows as they were in its write-ahead log for a while. A minute after an erasure, and no more than once an hour however many
there are, the service vacuums the tables that were touched and writes that log over, 160 MB of it an hour; other writes bring it
nearer to its end too, and after a restart it goes on where it was. A role of your own needs \`pg_checkpoint\` and the right to call
\`pg_switch_wal()\` and \`pg_ls_waldir()\` for it; without them a warning is logged. Where the log is archived or the database is managed,
\`TITULAR_ERASURE_SWEEP=off\` leaves the log to the rules that hold there. **Archives of the log, replicas and backups are yours to rotate.**

Also yours: what was sent out. Webhooks carry no personal data, but the order number where the company has it sent; receipts carry it too.

Answers kept for an \`Idempotency-Key\` hold the id, the link and the SDK token of a transaction, sealed, and go after a day.
`;
