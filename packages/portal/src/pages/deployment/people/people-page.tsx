import '../deployment.css';
import type { PersonRow } from '@titular/contract';
import { MAX_USER_NAME_LENGTH } from '@titular/contract/text-bounds';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type Pages, pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf } from '../../../service/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { PersonIcon } from '../../../ui/icons.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { OperatorPage } from '../operator-page.tsx';
import { SearchLine } from '../search-line.tsx';
import { PeopleTable, type PersonAct } from './people-table.tsx';

const PersonDialog = lazy(() =>
  import('./person-dialog.tsx').then((module) => ({ default: module.PersonDialog })),
);

/** The people of the deployment, and what an operator does about them. */
export function PeoplePage() {
  const t = useTexts();
  return (
    <OperatorPage title={t('peopleTitle')} text={t('peopleIntro')}>
      <People />
    </OperatorPage>
  );
}

function usePeople(text: string, operators: boolean): Pages<PersonRow> {
  const body = { ...(text === '' ? {} : { text }), ...(operators ? { operators: true as const } : {}) };
  return usePages(keyOf('searchPeople', { body }), async (cursor, signal) => {
    const answer = await call('searchPeople', { body: { ...body, ...pageFrom(cursor) }, signal });
    return { rows: answer.people, nextCursor: answer.nextCursor };
  });
}

function People() {
  const [text, setText] = useState('');
  const [operators, setOperators] = useState(false);
  const [open, setOpen] = useState<PersonAct>();
  const people = usePeople(text, operators);
  return (
    <>
      <div className="panel panel-flush">
        <Search onSearch={setText} operators={operators} onOperators={setOperators} />
        <div className="panel-body">
          <PeopleList people={people} onOpen={setOpen} />
        </div>
      </div>
      {open && (
        <Suspense>
          <PersonDialog {...open} onChanged={people.refresh} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type SearchProps = {
  onSearch(text: string): void;
  operators: boolean;
  onOperators(alone: boolean): void;
};

function Search({ onSearch, operators, onOperators }: SearchProps) {
  const t = useTexts();
  return (
    <div className="configuration-search">
      <SearchLine label={t('peopleSearch')} maxLength={MAX_USER_NAME_LENGTH} onSearch={onSearch} />
      <Button
        kind={operators ? 'primary' : 'plain'}
        aria-pressed={operators}
        onPress={() => onOperators(!operators)}
      >
        {t('peopleOperators')}
      </Button>
    </div>
  );
}

function PeopleList({ people, onOpen }: { people: Pages<PersonRow>; onOpen(act: PersonAct): void }) {
  const t = useTexts();
  if (people.failure !== undefined) return <Failure failure={people.failure} onRetry={people.retry} />;
  if (people.rows === undefined) return <Skeleton lines={5} />;
  return (
    <div className={people.isOld ? 'loaded loaded-old' : 'loaded'} aria-busy={people.isOld}>
      {people.refreshFailure !== undefined && (
        <Failure failure={people.refreshFailure} onRetry={people.retry} />
      )}
      {people.rows.length === 0 && !people.hasMore && (
        <Empty icon={PersonIcon} title={t('peopleNone')} text={t('peopleNoneText')} />
      )}
      {people.rows.length > 0 && <PeopleTable rows={people.rows} onOpen={onOpen} />}
      {people.hasMore && (
        <div className="key-acts">
          <Button isBusy={people.isLoadingMore} onPress={people.more}>
            {t(people.hasMoreFailed ? 'tryAgain' : 'lookFurther')}
          </Button>
        </div>
      )}
    </div>
  );
}
