import type { AuditFilters as Offered } from '@titular/contract';
import { MAX_AUDIT_WORD_LENGTH } from '@titular/contract/text-bounds';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { DayField } from '../../lists/day-field.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import type { ActorSource } from './actor-dialog.tsx';
import { actionWords } from './model/action-words.ts';
import { actorWords } from './model/actor-words.ts';
import { type AuditSearch, countAuditFilters, fitsAddress, parseSubject } from './model/audit-search.ts';
import { type Narrowing, useNarrow } from './use-narrow.ts';

const ActorDialog = lazy(() =>
  import('./actor-dialog.tsx').then((module) => ({ default: module.ActorDialog })),
);

const NONE: Narrowing = {
  ...{ actor: undefined, action: undefined, subject: undefined },
  ...{ from: undefined, to: undefined, of: undefined },
};

type Option = { value: string; text: string };

/** The options, and the chosen one too where the list does not have it. */
function withChosen(
  any: string,
  options: readonly Option[],
  chosen: string | undefined,
  say: (chosen: string) => string,
): Option[] {
  const isThere = chosen === undefined || options.some(({ value }) => value === chosen);
  return [{ value: '', text: any }, ...options, ...(isThere ? [] : [{ value: chosen, text: say(chosen) }])];
}

type Props = {
  search: AuditSearch;
  offered: Offered | undefined;
  actors: ActorSource;
  /** Name of the chosen actor, where an entry that is shown has it. */
  actorName: string | undefined;
};

/** Who, what, about what and when. */
export function AuditFilters(props: Props) {
  const { search, offered } = props;
  const t = useTexts();
  const tag = useTag();
  const narrow = useNarrow();
  const what = (offered?.actions ?? [])
    .filter((action) => fitsAddress('action', action))
    .map((action) => ({ value: action, text: actionWords(t, action) }))
    .toSorted((one, other) => one.text.localeCompare(other.text, tag));
  return (
    <FilterBar active={countAuditFilters(search)} onClear={() => narrow(NONE)}>
      <ActorFilter {...props} />
      <Select
        label={t('auditAction')}
        value={search.action ?? ''}
        options={withChosen(t('auditAnyAction'), what, search.action, (action) => actionWords(t, action))}
        onChange={(action) => narrow({ action: action || undefined })}
      />
      <SubjectField value={search.subject} onChange={(subject) => narrow({ subject })} />
      <DayField
        label={t('filterFrom')}
        value={search.from}
        max={search.to}
        onChange={(from) => narrow({ from })}
      />
      <DayField label={t('filterTo')} value={search.to} min={search.from} onChange={(to) => narrow({ to })} />
    </FilterBar>
  );
}

/** Chooses an actor from a list; where the log has more than the list, a search finds the others. */
function ActorFilter({ search, offered, actors, actorName }: Props) {
  const t = useTexts();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const who = (offered?.actors ?? [])
    .filter(({ actor }) => fitsAddress('actor', actor))
    .map(({ actor, name }) => ({ value: actor, text: name ?? actorWords(t, actor) }));
  const sayChosen = (actor: string): string => actorName ?? actorWords(t, actor);
  const choice = (
    <Select
      label={t('auditActor')}
      value={search.actor ?? ''}
      options={withChosen(t('auditAnyActor'), who, search.actor, sayChosen)}
      onChange={(actor) => narrow({ actor: actor || undefined })}
    />
  );
  if (!offered?.hasMoreActors) return choice;
  return (
    <div className="audit-actor">
      {choice}
      <Button kind="quiet" icon={SearchIcon} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {t('auditActorSearch')}
      </Button>
      {isOpen && (
        <Suspense>
          <ActorDialog
            source={actors}
            onChoose={(actor) => {
              setOpen(false);
              narrow({ actor });
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type SubjectProps = { value: string | undefined; onChange(value: string | undefined): void };

/** Takes a kind and an id. What is neither stays in the field, and never gets into the address. */
function SubjectField({ value, onChange }: SubjectProps) {
  const t = useTexts();
  const [text, setText] = useState(value ?? '');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setText(value ?? '');
    setWrong(false);
  }, [value]);
  const take = (): void => {
    const subject = parseSubject(text);
    const isNone = text.trim() === '';
    setWrong(!isNone && subject === undefined);
    if ((isNone || subject !== undefined) && subject !== value) onChange(subject);
  };
  return (
    <form
      className="audit-subject"
      onBlur={take}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <Field
        label={t('auditSubject')}
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={MAX_AUDIT_WORD_LENGTH}
        error={isWrong ? t('auditSubjectWrong') : undefined}
      />
    </form>
  );
}
