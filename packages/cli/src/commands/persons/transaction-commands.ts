import { type ListTransactionsQuery, TRANSACTION_STATUSES, type TransactionSummary } from '@titular/contract';
import { loadSigningKeys } from '@titular/server/access-tokens/index.ts';
import { createSdkTokenIssuer } from '@titular/server/captures/index.ts';
import { createSettings } from '@titular/server/tenants/index.ts';
import {
  cancelAsOperator,
  renewLinkAsOperator,
  searchTransactions,
} from '@titular/server/transactions/index.ts';
import { chooseTenant, readId, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseCount, parseSince } from '../../frame/parse-arguments.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { findLinkSettings } from '../cases/link-settings.ts';
import { showTransaction } from './show-transaction.ts';

const MAX_ROWS = 1_000;
const PAGE = 100;

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

const toRow = ({ id, createdAt, expiresAt, finishedAt, erasedAt, ...rest }: TransactionSummary) => ({
  transaction: id,
  ...rest,
  createdAt: dateOf(createdAt),
  expiresAt: dateOf(expiresAt),
  finishedAt: dateOf(finishedAt),
  erasedAt: dateOf(erasedAt),
});

function readQuery({ options }: Arguments, now: Date): ListTransactionsQuery {
  const { order, 'order-prefix': prefix, company, since } = options;
  const status = oneOf(TRANSACTION_STATUSES, 'status', options['status']);
  return {
    ...(order === undefined ? {} : { orderNumber: order }),
    ...(prefix === undefined ? {} : { orderNumberPrefix: prefix }),
    ...(status === undefined ? {} : { status }),
    ...(company === undefined ? {} : { company: readId(company, 'company') }),
    ...(since === undefined ? {} : { createdFrom: parseSince(since, now).toISOString() }),
  };
}

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const most = parseCount(args.options['limit'] ?? '20', MAX_ROWS);
  const query = readQuery(args, clock.now());
  const tenantId = await chooseTenant(context, args);
  const found: TransactionSummary[] = [];
  let cursor: string | undefined;
  do {
    context.stopping.throwIfAborted();
    const limit = String(Math.min(PAGE, most - found.length));
    const page = { ...query, limit, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await translateRefusal(searchTransactions({ db, clock }, tenantId, page));
    found.push(...answer.transactions);
    cursor = answer.nextCursor;
  } while (cursor !== undefined && found.length < most);
  const columns = ['transaction', 'orderNumber', 'status', 'company', 'createdAt', 'finishedAt'];
  const note =
    cursor === undefined ? undefined : `There are more than ${most}: narrow the list or raise --limit.`;
  return { kind: 'rows', columns, rows: found.map(toRow), ...(note ? { note } : {}) };
}

async function choose(context: CommandContext, args: Arguments) {
  const tenantId = await chooseTenant(context, args);
  return { tenantId, transactionId: readId(args.positionals[0] ?? '', 'transaction') };
}

async function cancel(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { tenantId, transactionId } = await choose(context, args);
  const isChanged = await translateRefusal(cancelAsOperator(context.operator, tenantId, transactionId));
  return switchResult({ transaction: transactionId, status: 'canceled' }, isChanged);
}

async function renewLink(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { tenantId, transactionId } = await choose(context, args);
  const { config, operator, masterKeys } = context;
  const { db, clock, actor } = operator;
  const links = await findLinkSettings(context);
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock });
  const deps = {
    clock,
    actor,
    ...links,
    settings: createSettings(db, clock),
    issueSdkToken: createSdkTokenIssuer(signingKeys, links.publicUrl, config.environment),
  };
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    (inSameCommit) =>
      translateRefusal(renewLinkAsOperator({ ...deps, db: inSameCommit.db }, tenantId, transactionId)),
    ({ id, link, token }) => `${JSON.stringify({ transaction: id, link, token }, null, 2)}\n`,
  );
  const { id: transaction, status, link, token } = made;
  const record = { transaction, status };
  const note = 'Whoever has the link can open the page once. Earlier links and open pages have ended.';
  return writtenTo === undefined
    ? { kind: 'record', record: { ...record, link, token }, note }
    : { kind: 'record', record: { ...record, writtenTo }, note };
}

const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';

/** What operators see and do of transactions: never whom they are about, and nothing of the card. */
export const transactionCommands: readonly Command[] = [
  {
    name: 'transactions list',
    summary: 'List the transactions of a tenant, newest first.',
    options: {
      ...TENANT_OPTION,
      order: { value: 'number', text: 'Only transactions with this order number, case-sensitive.' },
      'order-prefix': { value: 'text', text: 'Only order numbers that begin so.' },
      status: {
        value: 'status',
        text: `Only transactions with this status: ${TRANSACTION_STATUSES.join(', ')}.`,
      },
      company: { value: 'id or name', text: 'Only transactions of this company.' },
      since: {
        value: 'span or time',
        text: 'Only transactions created since: 30m, 24h, 7d, or a time with its zone.',
      },
      limit: { value: 'N', text: `Maximum number of transactions, up to ${MAX_ROWS} (default: 20).` },
    },
    examples: [
      'titular transactions list --order order-3001',
      'titular transactions list --status inconclusive --since 24h --json',
    ],
    run: list,
  },
  {
    name: 'transactions show',
    summary:
      'Show a transaction: every step with its reasons, the webhook deliveries, the API calls, and the process it reused.',
    positionals: ['transaction'],
    options: TENANT_OPTION,
    examples: [`titular transactions show ${ID}`, 'titular transactions show order-3001 --json'],
    run: async (context, args) => {
      const { tenantId, transactionId } = await choose(context, args);
      return showTransaction(context, tenantId, transactionId);
    },
  },
  {
    name: 'transactions cancel',
    summary: 'Cancel a transaction that still waits for the person; merchants see `canceled_by_operator`.',
    positionals: ['transaction'],
    options: TENANT_OPTION,
    examples: [`titular transactions cancel ${ID}`, 'titular transactions cancel order-3001'],
    run: cancel,
  },
  {
    name: 'transactions renew-link',
    summary: 'Make a new link for a transaction that still waits for the person. Earlier links end.',
    positionals: ['transaction'],
    options: { ...TENANT_OPTION, ...OUT_OPTION },
    examples: [
      `titular transactions renew-link ${ID}`,
      'titular transactions renew-link order-3001 --out .titular/link.json',
    ],
    run: renewLink,
  },
];
