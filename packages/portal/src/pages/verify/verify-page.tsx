import './verify.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { type FoundDocument, findInFile, findInText } from '../../receipts/read-document.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/files/file-button.tsx';
import { Door } from '../sign-in/door.tsx';
import { checkDocument, type Verdict } from './check-document.ts';
import { VerdictView } from './verdict-view.tsx';

/** Checks documents one after another; what was brought last is what is shown, and nothing once something else stands in the field. */
function useVerdict() {
  const [verdict, setVerdict] = useState<Verdict>();
  const [isBusy, setBusy] = useState(false);
  const brought = useRef(0);
  const begin = (): number => {
    brought.current += 1;
    setVerdict(undefined);
    return brought.current;
  };
  const check = async (finding: Promise<FoundDocument>): Promise<void> => {
    const own = begin();
    setBusy(true);
    // The browser could not read a file that was moved, or may not be read.
    const unreadable: Verdict = { kind: 'unchecked', words: 'faultUnreadable' };
    const checked = await finding.then(checkDocument).catch(() => unreadable);
    setBusy(false);
    if (own === brought.current) setVerdict(checked);
  };
  return { verdict, isBusy, check, clear: () => void begin() };
}

/** The page on which anybody verifies a receipt; the browser checks it, and nothing of it is sent. */
export function VerifyPage() {
  const t = useTexts();
  const [text, setText] = useState('');
  const { verdict, isBusy, check, clear } = useVerdict();
  const takeFile = (file: File | undefined): void => {
    if (!file || isBusy) return;
    setText('');
    void check(findInFile(file));
  };
  const empty = (): void => {
    setText('');
    clear();
  };
  return (
    <Door title={t('verifyTitle')} text={t('verifyIntro')} isWide>
      <p className="verify-private">{t('verifyPrivate')}</p>
      <FilePart onFile={takeFile} />
      <form
        className="verify-form"
        onSubmit={(event) => {
          event.preventDefault();
          void check(Promise.resolve(findInText(text)));
        }}
      >
        <PastePart
          value={text}
          onChange={(typed) => {
            setText(typed);
            // A verdict beside other words would be taken for theirs.
            clear();
          }}
        />
        <div className="acts">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('verifyAct')}
          </Button>
          {(verdict || text !== '') && <Button onPress={empty}>{t('verifyClear')}</Button>}
        </div>
      </form>
      <div role="status">{verdict && <VerdictView verdict={verdict} />}</div>
    </Door>
  );
}

type OnFile = (file: File | undefined) => void;

/** Takes a file that is dropped anywhere on the page, which the browser would else open in its place; whether one is over it. */
function useDroppedFile(onFile: OnFile): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      take.current(event.dataTransfer?.files[0]);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => leaving.abort();
  }, []);
  return isOver;
}

function FilePart({ onFile }: { onFile: OnFile }) {
  const t = useTexts();
  const id = useId();
  const isOver = useDroppedFile(onFile);
  return (
    <div className={isOver ? 'verify-drop verify-over' : 'verify-drop'}>
      <FileButton
        label={t('verifyFile')}
        accept=".pdf,.json,.jws,.jwt,.txt"
        aria-describedby={`${id}-hint`}
        onFile={onFile}
      />
      <span id={`${id}-hint`} className="hint">
        {t('verifyFileHint')}
      </span>
    </div>
  );
}

function PastePart({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('verifyPaste')}
      </label>
      <textarea
        id={id}
        className="input verify-text"
        rows={4}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
      />
      <span id={`${id}-hint`} className="hint">
        {t('verifyPasteHint')}
      </span>
    </div>
  );
}
