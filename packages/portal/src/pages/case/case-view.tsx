import './case-parts.css';
import './case.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Part } from '../../ui/states/part.tsx';
import { LinkPanel } from './acts/link-panel.tsx';
import { useCaseKeys } from './acts/use-case-keys.ts';
import { CaseHeading } from './case-heading.tsx';
import { CaseParts } from './case-parts.tsx';
import { FactsPanel } from './facts-panel.tsx';
import type { CaseSubject, OpenCase } from './model/case-model.ts';
import { useCase } from './model/use-case.ts';
import { useChangeWords } from './model/use-change-words.ts';
import { PersonPanel } from './person-panel.tsx';
import { StatusPanel } from './status-panel.tsx';

const ReplayView = lazy(() =>
  withTexts(import('./replay/replay-view.tsx'), 'replay').then((m) => ({ default: m.ReplayView })),
);

type Props = {
  subject: CaseSubject /** It stands beside a list, which has the heading of the page. */;
  isBeside?: boolean;
};

/** Everything about one transaction or process. */
export function CaseView({ subject, isBeside = false }: Props) {
  const read = useCase(subject);
  return (
    <div className={isBeside ? 'case case-beside' : 'case page'}>
      <CaseHeading subject={subject} open={read.data} isBeside={isBeside} />
      <Loaded of={read} lines={12}>
        {(open) =>
          isBeside || !open.answer ? <Body open={open} /> : <Timed open={open} answer={open.answer} />
        }
      </Loaded>
    </div>
  );
}

/** A transaction of now, or of the instant that the address names. */
function Timed({ open, answer }: { open: OpenCase; answer: NonNullable<OpenCase['answer']> }) {
  const navigate = useNavigate();
  const { at } = useSearch({ strict: false });
  const move = (instant: string | undefined): void =>
    void navigate({
      to: '.',
      search: (all) => changeSearch(all, { at: instant }),
      replace: true,
      resetScroll: false,
    });
  if (at === undefined) return <Body open={open} onReplay={() => move(answer.readAt)} />;
  return (
    <Part lines={12}>
      <ReplayView open={open} answer={answer} instant={at} onMove={move} />
    </Part>
  );
}

function Body({ open, onReplay }: { open: OpenCase; onReplay?(): void }) {
  const t = useTexts();
  const { subject, person, erasedAt } = open;
  useCaseKeys(open);
  return (
    <div className="case-body">
      <p className="visually-hidden" role="status">
        {useChangeWords(open)}
      </p>
      <div className="case-main">
        <StatusPanel open={open} />
        {onReplay && (
          <div className="acts">
            <Button kind="quiet" onPress={onReplay}>
              {t('replayOpen')}
            </Button>
          </div>
        )}
        <CaseParts open={open} />
      </div>
      <div className="case-side">
        <FactsPanel open={open} />
        {(person.length > 0 || erasedAt) && (
          <Part>
            <PersonPanel subject={subject} open={open} />
          </Part>
        )}
        {open.link.state !== 'none' && <LinkPanel open={open} title={t('linkPanel')} />}
      </div>
    </div>
  );
}
