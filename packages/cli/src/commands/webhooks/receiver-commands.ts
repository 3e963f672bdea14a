import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  endReceivers,
  listAccesses,
  makeReceiverLink,
  receiverLink,
} from '@titular/server/receivers/index.ts';
import { readEndpoint } from '@titular/server/webhooks/index.ts';
import { readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { portalUrlOf } from '../users/choose-user.ts';
import { begin, endpointIdOf, ID } from './endpoint-context.ts';

/** Chooses the tenant and its endpoint. */
async function chooseEndpoint(context: CommandContext, args: Arguments) {
  const { deps, tenantId } = await begin(context, args);
  const { endpointId } = await translateRefusal(readEndpoint(deps.db, tenantId, endpointIdOf(args)));
  return { tenantId, endpointId };
}

async function makeLink(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const portalUrl = portalUrlOf(context);
  const name = await chooseEndpoint(context, args);
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    async (inSameCommit) => {
      const link = await translateRefusal(makeReceiverLink(inSameCommit, name));
      const { accessId: access, code, expiresAt } = link;
      return { access, link: receiverLink(portalUrl, code), expiresAt };
    },
    ({ link }) => `${link}\n`,
  );
  const { link, ...shown } = made;
  if (writtenTo !== undefined) return { kind: 'record', record: { ...shown, writtenTo } };
  const note = 'The link is shown only once and works once. Hand it over where nobody else reads it.';
  return { kind: 'record', record: { ...shown, link }, note };
}

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { tenantId, endpointId } = await chooseEndpoint(context, args);
  const { db, clock } = context.operator;
  const accesses = await listAccesses(db, tenantId, endpointId, clock.now());
  return {
    kind: 'rows',
    columns: ['access', 'state', 'madeBy', 'createdAt', 'openedAt', 'lastUsedAt', 'browser', 'expiresAt'],
    rows: accesses.map(({ accessId: access, madeBy, createdAt, opened, expiresAt }) => ({
      ...{ access, state: opened ? 'session' : 'link', madeBy, createdAt, expiresAt },
      ...{ openedAt: opened?.at, lastUsedAt: opened?.lastUsedAt, browser: opened?.browser },
    })),
  };
}

async function end(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { tenantId, endpointId } = await chooseEndpoint(context, args);
  const { access } = args.options;
  const accessId = access === undefined ? undefined : readId(access, 'receiver access');
  const which = { tenantId, endpointId, ...(accessId === undefined ? {} : { accessId }) };
  const ended = await endReceivers(context.operator, which);
  if (ended === 0 && accessId !== undefined)
    throw new OperatorRefusal(
      'not-found',
      `The endpoint has no open receiver access ${accessId}. See npx titular webhooks receivers.`,
    );
  return { kind: 'record', record: { endpoint: endpointId, ended } };
}

/** Links to the page of an endpoint's receiver, and the sessions that they opened. */
export const receiverCommands: readonly Command[] = [
  {
    name: 'webhooks receiver-link',
    summary:
      "Make a one-time link to the page of an endpoint's receiver, for a developer without an account; it works for 24 hours.",
    positionals: ['endpoint'],
    options: { ...TENANT_OPTION, ...OUT_OPTION },
    examples: [`titular webhooks receiver-link ${ID} --tenant "Loja Azul"`],
    run: makeLink,
  },
  {
    name: 'webhooks receivers',
    summary: "List the open links and sessions of an endpoint's receiver, newest first.",
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks receivers ${ID}`],
    run: list,
  },
  {
    name: 'webhooks end-receiver',
    summary: "End the open links and sessions of an endpoint's receiver, or one of them.",
    positionals: ['endpoint'],
    options: { ...TENANT_OPTION, access: { value: 'id', text: 'End only this link or session.' } },
    examples: [`titular webhooks end-receiver ${ID}`],
    run: end,
  },
];
