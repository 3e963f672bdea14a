import type { CaseFileLanguage } from '@titular/contract';
import { lengthOf, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '@titular/contract/text-bounds';
import { type ReactNode, useState } from 'react';
import { LANGUAGES, languageFacts } from '../../../i18n/languages.ts';
import { languageStore, useTexts } from '../../../i18n/use-texts.ts';
import { saveFile } from '../../../service/save-file.ts';
import { useStore } from '../../../service/store.ts';
import { useAct } from '../../../service/use-act.ts';
import { useDialogForm } from '../../../session/kept-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Select } from '../../../ui/select.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { toBlob } from '../attempts/to-blob.ts';
import type { CaseSubject, OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { caseFileForm } from './dialog-store.ts';

const fileCommand = ({ tenantId, id }: CaseSubject, language: CaseFileLanguage): string =>
  [
    ...['npx', 'titular', 'transactions', 'case-file', id, '--tenant', tenantId],
    ...['--language', language, '--out', `case-${id}.pdf`],
  ].join(' ');

/** What was chosen and typed. */
type CaseFileDraft = { language: CaseFileLanguage; hasPictures: boolean; reason: string };

/** Asks in which language a case file is, and whether with pictures; then the browser saves it. */
export function CaseFileDialog({ open, onClose }: { open: OpenCase; onClose(): void }) {
  const t = useTexts();
  const { subject, acts } = open;
  const first: CaseFileDraft = { language: useStore(languageStore), hasPictures: false, reason: '' };
  const [draft, setDraft] = useDialogForm(caseFileForm(subject.id), first);
  const { language, hasPictures, reason } = draft;
  const [isChecked, setChecked] = useState(false);
  const file = useAct('makeCaseFile');
  const isShort = hasPictures && lengthOf(reason.trim()) < MIN_REASON_LENGTH;
  const make = async (): Promise<void> => {
    setChecked(true);
    if (isShort) return;
    const params = { tenant_id: subject.tenantId, transaction_id: subject.id };
    const body = { language, ...(hasPictures ? { pictures: { reason: reason.trim() } } : {}) };
    const made = await file.run({ params, body });
    if (!made) return;
    saveFile(toBlob(made.pdf, 'application/pdf'), made.fileName);
    onClose();
    say(t('caseFileDone'));
    void readAgain(subject);
  };
  return (
    <Dialog title={t('caseFileTitle')} onClose={onClose} isHeld={file.isBusy}>
      <Form onSubmit={make}>
        <p>{t('caseFileText')}</p>
        <Select<CaseFileLanguage>
          label={t('caseFileLanguage')}
          value={language}
          options={LANGUAGES.map((one) => ({ value: one, text: languageFacts[one].ownName }))}
          onChange={(chosen) => setDraft({ ...draft, language: chosen })}
        />
        {acts.includes('view_pictures') && (
          <Pictures isOn={hasPictures} onChange={(isOn) => setDraft({ ...draft, hasPictures: isOn })}>
            <Field
              label={t('lookReason')}
              hint={t('lookReasonHint')}
              value={reason}
              onChange={(typed) => setDraft({ ...draft, reason: typed })}
              error={isChecked && isShort ? t('lookReasonShort') : undefined}
              maxLength={MAX_REASON_LENGTH}
              autoComplete="off"
            />
          </Pictures>
        )}
        <details className="case-command">
          <summary>{t('noteCommand')}</summary>
          <p className="hint">{t('caseFileNoPictures')}</p>
          <Command text={fileCommand(subject, language)} />
        </details>
        <ActFailure failure={file.failure} />
        <div className="dialog-acts">
          <Button isDisabled={file.isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="primary" isBusy={file.isBusy}>
            {t('caseFileMake')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type PicturesProps = { isOn: boolean; onChange(isOn: boolean): void; children: ReactNode };

/** Whether pictures go along; then `children` ask why. */
function Pictures({ isOn, onChange, children }: PicturesProps) {
  const t = useTexts();
  return (
    <div className="field">
      <label className="check-line">
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        {t('caseFilePictures')}
      </label>
      {isOn && (
        <>
          <p className="hint">{t('caseFilePicturesText')}</p>
          {children}
        </>
      )}
    </div>
  );
}
