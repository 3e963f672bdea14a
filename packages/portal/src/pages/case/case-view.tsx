import './case-parts.css';
import './case.css';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { isOutOfReach } from '../../service/failures.ts';
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
import { TimedCase } from './timed-case.tsx';

type Props = {
  subject: CaseSubject /** It stands beside a list, which has the heading of the page. */;
  isBeside?: boolean;
};

/** Everything about one transaction or process. */
export function CaseView({ subject, isBeside = false }: Props) {
  const read = useCase(subject);
  return (
    <div className={isBeside ? 'case case-beside' : 'case page'}>
      <CaseHeading
        subject={subject}
        open={isOutOfReach(read.error) ? undefined : read.data}
        isBeside={isBeside}
      />
      <Loaded of={read} lines={12}>
        {(open) =>
          isBeside || !open.answer ? (
            <Body open={open} />
          ) : (
            <TimedCase open={open} answer={open.answer}>
              {(replay) => <Body open={open} replay={replay} />}
            </TimedCase>
          )
        }
      </Loaded>
    </div>
  );
}

function Body({ open, replay }: { open: OpenCase; replay?: ReactNode }) {
  const t = useTexts();
  const { subject, person, erasedAt } = open;
  useCaseKeys(open);
  return (
    <div className="case-body">
      <p className="visually-hidden" role="status">
        {useChangeWords(open)}
      </p>
      <div className="case-main">
        <StatusPanel open={open}>{replay}</StatusPanel>
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
