import {
  type Disputed,
  disputeFaces,
  listFacesLike,
  listFacesOf,
  settleDispute,
} from '@titular/server/erasure/index.ts';
import { findLedgerAtHand, requireLedger } from '@titular/server/start/open-ledger.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/;

async function depsOf(context: CommandContext, args: Arguments) {
  const { operator, masterKeys, config } = context;
  const { db, clock, actor } = operator;
  const tenantId = await chooseTenant(context, args);
  const { matchThreshold } = config;
  return {
    deps: { db, clock, tenantKeys: createTenantKeys(db, masterKeys), matchThreshold },
    actor: { tenantId, actor },
  };
}

const readIdentity = async (context: CommandContext, args: Arguments) => ({
  kind: args.positionals[0] ?? '',
  value: (await context.readInput()).trim(),
});

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { deps, actor } = await depsOf(context, args);
  const { faces, isDisputed } = await listFacesOf(deps, actor.tenantId, await readIdentity(context, args));
  const rows = faces.map((face) => ({ ...face, disputed: isDisputed }));
  return {
    kind: 'rows',
    columns: ['faceId', 'place', 'engineVersion', 'enrolledAt', 'madeOf', 'disputed'],
    rows,
  };
}

async function like(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { deps, actor } = await depsOf(context, args);
  const transactionId = readId(args.positionals[0] ?? '', 'transaction');
  const rows = await listFacesLike(deps, actor.tenantId, transactionId);
  return { kind: 'rows', columns: ['faceId', 'distance'], rows };
}

async function readDisputed(context: CommandContext, args: Arguments): Promise<Disputed> {
  const { face } = args.options;
  const [kind] = args.positionals;
  if ((face === undefined) === (kind === undefined))
    throw new UsageError('Name the kind of the identity given on standard input, or a face with --face.');
  return face === undefined ? readIdentity(context, args) : { faceId: readId(face, 'face') };
}

async function dispute(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const reference = args.options['reference'] ?? '';
  if (!REFERENCE.test(reference))
    throw new UsageError('--reference must be your own reference for the case: letters, digits and . _ / -.');
  const { deps, actor } = await depsOf(context, args);
  const { ledger, note } = await findLedgerAtHand(context.config, context.operator.db);
  const record = await disputeFaces(
    { ...deps, recordAct: ledger?.append },
    actor,
    await readDisputed(context, args),
    reference,
  );
  return { kind: 'record', record, ...(note === undefined ? {} : { note }) };
}

async function settle(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { deps, actor } = await depsOf(context, args);
  // A start of the service repeats what stands last in the ledger, and that is the dispute.
  const ledger = await requireLedger(context.config, context.operator.db, 'end');
  const record = await settleDispute(
    { ...deps, recordAct: ledger?.append },
    actor,
    await readIdentity(context, args),
  );
  return { kind: 'record', record };
}

/** What operators do where a face is enrolled for an identity that is not its owner's. */
export const faceCommands: readonly Command[] = [
  {
    name: 'faces list',
    summary: 'List the faces enrolled for an identity, read from standard input.',
    positionals: ['kind'],
    options: { ...TENANT_OPTION },
    examples: ['titular faces list cpf < identity.txt'],
    run: list,
  },
  {
    name: 'faces like',
    summary: 'List faces of other identities that match the face captured for a transaction.',
    positionals: ['transaction'],
    options: { ...TENANT_OPTION },
    examples: ['titular faces like 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    run: like,
  },
  {
    name: 'faces dispute',
    summary: 'Delete the faces of an identity and block enrolment for it until the dispute is settled.',
    positionals: ['kind?'],
    options: {
      ...TENANT_OPTION,
      face: {
        value: 'id',
        text: 'Dispute the identity that has this face, instead of one on standard input.',
      },
      reference: {
        value: 'name',
        text: 'Your own reference for the case, such as a ticket number; never name the person.',
      },
    },
    examples: [
      'titular faces dispute cpf --reference ticket-4711 < identity.txt',
      'titular faces dispute --face 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e --reference ticket-4711',
    ],
    run: dispute,
  },
  {
    name: 'faces settle',
    summary: 'Settle the dispute about the faces of an identity: captures may enrol a face again.',
    positionals: ['kind'],
    options: { ...TENANT_OPTION },
    examples: ['titular faces settle cpf < identity.txt'],
    run: settle,
  },
];
