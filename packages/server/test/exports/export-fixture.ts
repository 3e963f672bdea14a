import type { ExportView, PortalAnswer } from '@titular/contract';
import type { TestTenant } from '@titular/test-kit';
import type { PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';

/** A person's calls about files of lists in a tenant. */
export function filesOf({ browser }: PasskeyPerson, { tenantId }: Pick<TestTenant, 'tenantId'>) {
  const params = { tenant_id: tenantId };
  const list = async (): Promise<ExportView[]> => (await browser.call('listExports', { params })).exports;
  const about = (id: string) => ({ ...params, export_id: id });
  return {
    list,
    about,
    /** Waits until the job has written the file. */
    written: (id: string): Promise<ExportView> =>
      eventually(async () => {
        const found = (await list()).find((one) => one.id === id);
        expect(found?.state).toBe('ready');
        return found as ExportView;
      }),
    /** The whole file, part by part. */
    async read(id: string): Promise<string> {
      let text = '';
      let next: PortalAnswer<'readExportPart'>;
      let part = 0;
      do {
        next = await browser.call('readExportPart', { params: about(id), body: { part } });
        text += next.text;
        part += 1;
      } while (!next.isLast);
      return text;
    },
  };
}

/** Lines of a file whose cells hold no line break. */
export const linesOf = (file: string): string[] => file.replace('\uFEFF', '').split('\r\n').slice(1, -1);

/** First cells of the lines, which are ids. */
export const idsOf = (file: string): string[] => linesOf(file).map((line) => line.slice(0, 36));
