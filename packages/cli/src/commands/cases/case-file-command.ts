import { CASE_FILE_LANGUAGES } from '@titular/contract';
import { loadSigningKeys } from '@titular/server/access-tokens/index.ts';
import { type CaseFileDeps, type CaseFileMaker, makeCaseFile } from '@titular/server/cases/index.ts';
import { createDocumentMakers, createReceiptSigner } from '@titular/server/evidence/index.ts';
import { createPictures } from '@titular/server/pictures/index.ts';
import { createSettings, createTenantKeys } from '@titular/server/tenants/index.ts';
import { listNames } from '@titular/server/users/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { checkNewFile, writeNewFile } from '../../frame/write-new-file.ts';
import { findLinkSettings } from './link-settings.ts';

async function openDeps(context: CommandContext): Promise<CaseFileDeps> {
  const { config, operator, masterKeys } = context;
  const { db, clock } = operator;
  const { environment } = config;
  const { publicUrl } = await findLinkSettings(context);
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock });
  return {
    ...{ db, clock, environment, findNames: listNames },
    tenantKeys: createTenantKeys(db, masterKeys),
    settings: createSettings(db, clock),
    // No picture is asked for here: `captures export` has them.
    pictures: createPictures({ db, clock, objects: undefined, isForNew: false }),
    signReceipt: createReceiptSigner(signingKeys, publicUrl, environment),
    ...createDocumentMakers(signingKeys, publicUrl),
  };
}

async function make(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { out } = args.options;
  if (out === undefined) throw new UsageError('--out is missing: name a new file.');
  const language = oneOf(CASE_FILE_LANGUAGES, 'language', args.options['language'] ?? 'en') ?? 'en';
  await checkNewFile(out);
  const tenantId = await chooseTenant(context, args);
  const id = readId(args.positionals[0] ?? '', 'transaction');
  const { actor } = context.operator;
  const maker: CaseFileMaker = {
    ...{ tenantId, actor, name: actor, companies: 'all', role: 'operator' },
    extent: () => 'all',
  };
  const { pdf } = await translateRefusal(makeCaseFile(await openDeps(context), maker, id, { language }));
  await writeNewFile(out, Buffer.from(pdf, 'base64'));
  return {
    kind: 'record',
    record: { transaction: id, language, file: out },
    note: 'The file is recorded in the audit log. It has no pictures.',
  };
}

/** The case file of a transaction, as the portal makes it. */
export const caseFileCommands: readonly Command[] = [
  {
    name: 'transactions case-file',
    summary:
      'Make the case file of a transaction that has ended, as a signed PDF without pictures; it is written to the audit log.',
    positionals: ['transaction'],
    options: {
      ...TENANT_OPTION,
      language: {
        value: 'language',
        text: `Language of the file: ${CASE_FILE_LANGUAGES.join(', ')} (default: en).`,
      },
      out: { value: 'file', text: 'The new file, readable by its owner alone.' },
    },
    examples: [
      'titular transactions case-file order-3001 --out order-3001.pdf',
      'titular transactions case-file order-3001 --language pt --out order-3001.pdf',
    ],
    run: make,
  },
];
