import { STAY_DAYS } from '@titular/server/users/module.ts';
import { STAY_SECONDS } from '@titular/server/users/stays/enter-tenant.ts';
import { MAX_VIEWS } from '@titular/server/users/stays/note-view.ts';

/** What operators may do in a tenant, as a part of the page about the portal. */
export const operatorsInTenant = (): string => `## Operators in a tenant

An operator is no member of a tenant, and finds nothing of it but \`40420\`. From \`/op/tenants/<id>\` they enter it, with a written reason and an
authentication of the last 5 minutes, for ${STAY_SECONDS / 60} minutes. They read what the column \`operator\` above says, for all companies, and change nothing: no
picture, no search by identity or card, no masked field, no secret, no file of transactions. A bar on every page says where they are and until when, and
leads out. A stay is bound to the session that entered, and a session has one stay.

- The tenant's audit log has \`operator.enter\` with the reason, \`operator.leave\`, and \`operator.view\` for each view that succeeded: which call, about
  which transaction, process or company, in which stay. Each new search or page has its own, with its number of rows and a keyed digest in place of the text. It is committed before the answer; asking the same again adds none. A stay ends with its ${MAX_VIEWS.toLocaleString('en')}th view. The reason is kept for ever: one that holds the number of a card (\`40026\`) or of a document, or hides what it says, is refused (\`40002\`).
- Admins of all companies see on every page who is in, the newest stay above their overview for a week, and all stays of the last ${STAY_DAYS} days under "Team": who, why, from when, until when, and
  how many views of what. They end a stay at once; \`titular stays list\` and \`titular stays end\` do the same.
- With the tenant setting \`operator-entry\` at \`refused\` nobody enters (\`40373\`), and stays that go on end for good, as they do when the tenant is switched off or the session ends, each with its \`operator.leave\`. The setting takes an authentication of the last 5 minutes. A tenant that is
  off, and one of which the operator is a member, is not entered (\`40068\`).

Decision [0064](decisions/0064-operators-enter-a-tenant.md) says why.`;

/** Which acts take two people, as a part of the page about the portal. */
export const actsOfTwoPeople = (): string => `## Acts of two people

With the tenant setting \`two-person\` on, four kinds of acts take two people in the portal. One proposes, another approves within 24 hours, and the
approval is the act. The portal switches the setting on, where two admins count as two persons; an operator switches it off, by command.

- Erasing a person.
- Changing a setting that asks for an authentication ([Settings](#settings)), of the tenant or a company. Saving it is refused with \`40377\`, and the page
  offers to propose it, or says who may. An approval changes nothing where a value is no longer what the proposer saw (\`40059\`).
- Giving a right to pictures: the role reviewer, more companies to a reviewer, or a reviewer who was disabled. Nobody approves
  what is about themselves. One admin makes no link to such an account, by invitation or reset (\`40378\`), because whoever makes a link could take it. Invite
  with another role and propose the role, or have an operator make the link. No account gets the right with an open link, or before a day has passed between its last reset and the
  proposal (\`40379\`): whoever has the link could be that account. The approver sees who made the link, and when.
- A [file with persons](#files-of-lists). Asking for it is refused with \`40380\`, and the page offers to propose it. The approver sees filter and columns. The
  file belongs to the proposer, and has the rows up to the proposal. Where the proposer or the tenant has too many files at that moment, the approval is refused
  (\`42907\`, \`42908\`) and the proposal waits on. A file without persons takes one person.

What waits stands under "Data" for admins of all companies, who alone propose and approve; the setting or member says so too. A newer proposal of the same person about the
same settings or member takes the place of the older. What one person may do is not proposed (\`40376\`), nor what no independent
admin could approve (\`40352\`). The audit log keeps what was proposed, seen and replaced; of a proposal without a later entry, its first one says when it
expired. Nobody approves what they proposed, by whichever session, role or name. At the approval both are active admins of all
companies, whose memberships and authenticators are older than the proposal. Whoever added a passkey, a password or a link to the identity
provider counts again 24 hours later: a recovery code from a drawer, or an unlocked desk, makes no second person.

Whoever makes a link for an account could take it. So two accounts do not count as two persons where one gave the other its link, or one
admin gave both theirs: by the last reset or, without one, by the invitation, and so on from giver to giver. An account with an admin's
link counts 24 hours after it came; one with an operator's (\`titular users invite\`, \`titular users reset\`) at once. So have an operator
invite the second admin, or reset one of two whom an admin invited.

- It binds the portal alone: whoever may use the API or the host acts without a second person.
- It knows accounts, not people. Somebody who took two links of an operator's is two persons to it, so hand those out with care.
- Invitations that were taken before this was kept do not say who made them. Such accounts count as an operator's.
- Reviewers stay who were there when it was switched on, and so do their open invitations. Look at the team first.

\`titular acts list\` lists the changes that wait, and \`titular acts withdraw\` ends one; erasures have commands of their own. The command that an
approval offers makes the change on the host and then withdraws the proposal: the operator there needs no second person. Decision
[0066](decisions/0066-two-persons-for-changes.md) says why.`;

/** The section about what an account leaves behind. */
export const whenSomebodyLeaves = `## When somebody leaves

Disable the member under "Team", or the person everywhere with \`titular users disable\`. In that commit their sessions end, and so do the links that they
made and nobody took: invitations, resets, and receiver links with their sessions. A change of role or companies ends those that they may make no more.
The open links under "Team", and \`titular users list --invitations\`, say who made each.

Credentials that the person saw go on until somebody ends them:

- Client secrets: \`titular audit list --actor user:<id> --action secret.create\` finds them, and \`titular secrets rotate\` replaces each.
- Signing secrets of webhooks: look for \`webhook-endpoint.create\` and \`webhook-endpoint.rotate-secret\` likewise.
- Accounts that they invited are found by \`--action user.invite\`.

Decision [0104](decisions/0104-what-an-account-leaves-behind.md) says why.`;
