import { readFile, stat } from 'node:fs/promises';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { clearLogo, MAX_LOGO_BYTES, setLogo } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Command } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** Reads a picture; one that is far too large is refused before it is read. */
async function readPicture(file: string): Promise<Buffer> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > MAX_LOGO_BYTES) throw new OperatorRefusal('invalid', 'A logo has at most 1 MB.');
  return readFile(file).catch(unreadable);
}

const ID = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';

/** The logo that a company shows on the page. */
export const logoCommands: readonly Command[] = [
  {
    name: 'companies set-logo',
    summary:
      'Set the logo shown on the page: a PNG, JPEG or WebP of up to 1 MB, re-encoded to fit 480 by 160 pixels.',
    positionals: ['company', 'file'],
    options: TENANT_OPTION,
    examples: [`titular companies set-logo ${ID} logo.png`],
    async run(context, args) {
      const tenantId = await chooseTenant(context, args);
      const [id = '', file = ''] = args.positionals;
      const company = readId(id, 'company');
      const { isChanged, ...logo } = await setLogo(
        context.operator,
        tenantId,
        company,
        await readPicture(file),
      );
      return switchResult({ company, ...logo }, isChanged);
    },
  },
  {
    name: 'companies clear-logo',
    summary: 'Remove the logo from the page.',
    positionals: ['company'],
    options: TENANT_OPTION,
    examples: [`titular companies clear-logo ${ID}`],
    async run(context, args) {
      const tenantId = await chooseTenant(context, args);
      const company = readId(args.positionals[0] ?? '', 'company');
      const isChanged = await clearLogo(context.operator, tenantId, company);
      return switchResult({ company, sha256: null }, isChanged);
    },
  },
];
