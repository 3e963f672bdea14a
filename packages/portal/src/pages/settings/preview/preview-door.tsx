import type { SettingsView } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { Drafts } from '../model/drafts.ts';
import type { CommandOwner } from '../model/setting-command.ts';

const PreviewPanel = lazy(() =>
  import('./preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })),
);

type Props = { owner: CommandOwner; view: SettingsView; drafts: Drafts };

/** Opens and closes the preview of a company's page; nothing of it is fetched before. */
export function PreviewDoor({ owner: { tenantId, companyId }, view, drafts }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { preview } = view;
  if (companyId === undefined || preview === undefined) return null;
  return (
    <div className="setting-preview">
      <div className="acts">
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'previewClose' : 'previewOpen')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <PreviewPanel {...{ preview, view, drafts }} owner={{ tenantId, companyId }} />
        </Suspense>
      )}
    </div>
  );
}
