import { MAX_EXPORT_ROWS, MAX_OWN_EXPORTS, MAX_WRITING_EXPORTS } from '@titular/contract';

/** Files of lists, as a part of the page about the portal. */
export const filesOfLists = (): string => `## Files of lists

Whoever may make files exports the list of transactions as it is narrowed, and admins and reviewers the entries of the audit log that they see.
The file is CSV (RFC 4180) in UTF-8, with the columns of the list and times in UTC: it holds nothing of the person or the card. A cell that a
spreadsheet would take for a formula begins with an apostrophe.

"Export with persons" makes a file that also has each person's document and card, as far as they are kept. Admins make it, of the companies that they see, with an
authentication of the last 5 minutes. With the tenant setting \`two-person\` on it [takes two people](#acts-of-two-people).
Its name says so: \`transactions-with-persons-…csv\`.

- A job writes the file, newest rows first; "Files" in the person's menu, \`/t/<tenant>/exports\`, shows how far it is. It has the rows of the
  filter at the time it was asked for, each as it is when it is read, and ${MAX_EXPORT_ROWS} at most. The page says where a file was cut.
- Only who asked for it, or proposed it, saves it, for one hour, and as long as their role and companies still reach all of it. Then a job deletes it.
- A person has ${MAX_OWN_EXPORTS} files at most; of a tenant ${MAX_WRITING_EXPORTS} are written at once. \`titular exports list\` and \`titular exports end\` show and delete them.
  \`titular transactions export\` and \`titular audit export\` write such a file at once, without these bounds, on the machine of the service.
- The file is sealed under the key of the tenant. An erasure, or the end of a person's retention, deletes a file that may hold the transaction:
  its rows span it. The page says so, and the list can be exported again. Decision [0059](decisions/0059-files-of-lists.md) says why.
- \`export.begin\` has the filter, \`export.finish\` filter and count, \`export.read\` each time it is saved, \`export.end\` a deletion by hand.`;
