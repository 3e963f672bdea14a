import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { saveFile } from '../../../service/save-file.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { toBlob } from '../attempts/to-blob.ts';

type Props = { params: { tenant_id: string; transaction_id: string } };

/** Downloads the signed document of an approval. */
export function DocumentButton({ params }: Props) {
  const t = useTexts();
  const read = useTask(() => call('readPortalEvidence', { params }));
  const download = async (): Promise<void> => {
    const document = await read.run();
    if (!document) return;
    saveFile(toBlob(document.pdf, 'application/pdf'), document.fileName);
    say(t('documentDone'));
  };
  return (
    <>
      <Button isBusy={read.isBusy} onPress={() => void download()}>
        {t('documentAct')}
      </Button>
      <ActFailure failure={read.failure} />
    </>
  );
}
