import type { TextKey } from '../../i18n/texts.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import type { PdfState } from '../../receipts/check-pdf.ts';
import type { Json } from '../../receipts/check-receipt.ts';
import { AlertIcon, DoneIcon } from '../../ui/icons.ts';
import { absoluteTime } from '../../ui/time-words.ts';
import type { Verdict } from './check-document.ts';

type Genuine = Extract<Verdict, { kind: 'genuine' }>;

/** The verdict, what the receipt states where it is genuine, and who checked it. */
export function VerdictView({ verdict }: { verdict: Verdict }) {
  const t = useTexts();
  if (verdict.kind === 'genuine') return <GenuineView verdict={verdict} />;
  if (verdict.kind === 'document') return <DocumentView />;
  return (
    <div
      className={verdict.kind === 'unchecked' ? 'verify-verdict verify-warn' : 'verify-verdict verify-bad'}
    >
      <AlertIcon className="icon" aria-hidden />
      <div>
        {verdict.head && (
          <p>
            <strong>{t(verdict.head)}</strong>
          </p>
        )}
        <p>{t(verdict.words)}</p>
      </div>
    </div>
  );
}

/** A document that is as it was signed, and says itself what it is about. */
function DocumentView() {
  const t = useTexts();
  return (
    <div className="verify-verdict verify-good">
      <DoneIcon className="icon" aria-hidden />
      <div>
        <p>
          <strong>{t('verifyDocument')}</strong>
        </p>
        <p>{t('verifyByPage')}</p>
        <p>{t('verifyDocumentText')}</p>
      </div>
    </div>
  );
}

/** What is said of the PDF that a receipt came in. */
const PDF_WORDS: Readonly<Record<PdfState, TextKey>> = {
  intact: 'verifyPdfIntact',
  changed: 'verifyPdfChanged',
  unknown_key: 'verifyPdf',
  foreign: 'verifyPdf',
};

function GenuineView({ verdict: { claims, about, keyId, pdf } }: { verdict: Genuine }) {
  const t = useTexts();
  const isTest = claims['environment'] !== 'production';
  const isWarned = isTest || pdf === 'changed';
  return (
    <>
      <div className={isWarned ? 'verify-verdict verify-warn' : 'verify-verdict verify-good'}>
        <DoneIcon className="icon" aria-hidden />
        <div>
          <p>
            <strong>{t('verifyGood')}</strong>
          </p>
          <p>{t('verifyByPage')}</p>
          {isTest && <p>{t('verifyTest')}</p>}
          {pdf && <p>{pdf === 'changed' ? <strong>{t(PDF_WORDS[pdf])}</strong> : t(PDF_WORDS[pdf])}</p>}
        </div>
      </div>
      <section className="verify-states">
        <h2>{t('verifyStates')}</h2>
        <p>{t(about === 'decision' ? 'verifyDecision' : 'verifyErasure')}</p>
        <Stated facts={about === 'decision' ? DECISION : ERASURE} claims={claims} keyId={keyId} />
        <details>
          <summary>{t('verifyAll')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1). */}
          <pre className="verify-all" tabIndex={0}>
            {JSON.stringify(claims, null, 2)}
          </pre>
        </details>
      </section>
    </>
  );
}

type StatedFact = readonly [member: string, words: TextKey, as: 'text' | 'time' | 'status'];
const DECISION: readonly StatedFact[] = [
  ['status', 'verifyStatus', 'status'],
  ['orderNumber', 'verifyOrder', 'text'],
  ['transaction', 'verifyTransaction', 'text'],
  ['decidedAt', 'verifyDecided', 'time'],
];
const ERASURE: readonly StatedFact[] = [
  ['erasure', 'verifyErasureId', 'text'],
  ['erasedAt', 'verifyErased', 'time'],
];

const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value));

function Stated({ facts, claims, keyId }: { facts: readonly StatedFact[]; claims: Json; keyId: string }) {
  const t = useTexts();
  const tag = useTag();
  const say = (value: unknown, as: StatedFact[2]): string => {
    const text = String(value ?? '–');
    if (as === 'time' && isTime(text)) return absoluteTime(text, tag);
    return as === 'status' && text === 'approved' ? t('verifyApproved') : text;
  };
  const signedAt = typeof claims['iat'] === 'number' ? new Date(claims['iat'] * 1_000).toISOString() : '–';
  const rows: readonly (readonly [TextKey, string])[] = [
    ...facts.map(([member, words, as]) => [words, say(claims[member], as)] as const),
    ['verifySigned', say(signedAt, 'time')],
    ['verifyIssuer', String(claims['iss'] ?? '–')],
    ['verifyKey', keyId],
  ];
  return (
    <dl className="facts">
      {rows.map(([words, value]) => (
        <div key={words}>
          <dt>{t(words)}</dt>
          <dd className="verify-value">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
