import type { SettingsView, SettingView } from '@titular/contract';
import { SETTING_GROUPS } from '@titular/contract/setting-shape';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { queryClient } from '../../service/queries.ts';
import { useKeptForm } from '../../session/kept-form.ts';
import { useSession, useTenant } from '../../shell/use-session.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { isForOne } from '../../ui/states/failure-words.ts';
import { say } from '../../ui/states/toast-store.ts';
import { LeaveGuard } from './leave-guard.tsx';
import {
  type Drafts,
  dropSaved,
  dropTaken,
  findChange,
  findProblem,
  findTried,
  hasConflict,
  isConflict,
  toChanges,
} from './model/drafts.ts';
import { type CommandOwner, settingsCommand } from './model/setting-command.ts';
import { isFound } from './model/setting-words.ts';
import { chooseWay } from './model/way-of-saving.ts';
import { PreviewDoor } from './preview/preview-door.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingRow } from './setting-row.tsx';
import type { Saving } from './settings-page.tsx';

const WhatIfDialog = lazy(() =>
  import('./what-if/what-if-dialog.tsx').then((module) => ({ default: module.WhatIfDialog })),
);

type Props = Saving & { owner: CommandOwner; view: SettingsView };

/** Settings that can be changed here, of those that are shown. */
const openOf = ({ mayChange, settings }: SettingsView): SettingView[] =>
  mayChange ? settings.filter(({ isOperators, isKept }) => !isOperators && !isKept) : [];

/** What stands in the way of saving, counted. */
function countTrouble(drafts: Drafts, open: readonly SettingView[], environment: 'test' | 'production') {
  const found = open.flatMap((setting) => {
    const draft = findChange(drafts, setting);
    return draft ? [{ setting, draft }] : [];
  });
  return {
    unsaved: found.length,
    invalid: found.filter(({ setting, draft }) => findProblem(setting, draft.text, environment)).length,
    conflicts: found.filter(({ setting, draft }) => isConflict(setting, draft)).length,
    isDangerous: found.some(({ setting }) => setting.danger !== undefined),
  };
}

type Trouble = ReturnType<typeof countTrouble>;

/** Whether nothing can be saved now. */
const isBlocked = ({ unsaved, invalid, conflicts }: Trouble): boolean =>
  unsaved === 0 || invalid > 0 || conflicts > 0;

/** What a form holds: its drafts, those of its settings that can be changed, and what stands in the way. */
type Held = {
  owner: CommandOwner;
  drafts: Drafts;
  setDrafts(drafts: Drafts): void;
  discard(): void;
  open: readonly SettingView[];
  trouble: Trouble;
};

/** What is done with a form; a draft that changes takes back what the server said of the one before. */
function useFormActs({ task, save, proposal, propose, show }: Saving, held: Held) {
  const t = useTexts();
  const { owner, drafts, setDrafts, discard, open, trouble } = held;
  // A press knows the drafts of its moment; an answer meets those of now.
  const present = useRef(drafts);
  present.current = drafts;
  // What is under way stays busy, whatever is typed.
  const resetActs = (): void => {
    for (const act of [task, proposal]) if (!act.isBusy) act.reset();
  };
  const change = (next: Drafts): void => {
    setDrafts(next);
    resetActs();
  };
  const discardAll = (): void => {
    discard();
    resetActs();
  };
  /** Drops what was taken; whether somebody else has put a setting back since. */
  const settle = (taken: ReturnType<typeof toChanges>, saved: readonly SettingView[] = []): boolean => {
    const left = dropTaken(present.current, taken, saved);
    if (Object.keys(left).length === 0) discard();
    else setDrafts(left);
    return hasConflict(left, saved);
  };
  const submit = async (): Promise<void> => {
    if (isBlocked(trouble)) return;
    const sent = toChanges(drafts, open);
    const changed = await save(sent);
    if (!changed) return;
    show(changed.view);
    if (changed.outcome === 'conflict') return;
    if (!settle(sent, changed.view.settings)) say(t('settingsSaved'));
  };
  const proposeAll = async (): Promise<void> => {
    const sent = toChanges(drafts, open);
    if (isBlocked(trouble) || !(await propose(sent))) return;
    settle(sent);
    resetActs();
    void queryClient.invalidateQueries({ queryKey: ['searchActs'] });
    say(t('settingsProposed'));
  };
  const command = isBlocked(trouble) ? undefined : settingsCommand(owner, toChanges(drafts, open));
  const ways = { save: submit, propose: proposeAll, others: async () => undefined };
  return { change, discardAll, proposeAll, command, ...ways };
}

/** Drafts that outlive the lock. One that the server turns out to have is a draft no more, once nothing is on its way. */
function useDrafts({ tenantId, companyId = '' }: CommandOwner, { settings }: SettingsView, isBusy: boolean) {
  const kept = useKeptForm<Drafts>(`settings/${tenantId}/${companyId}`, {});
  const present = useRef(kept);
  present.current = kept;
  useEffect(() => {
    if (isBusy) return;
    const [drafts, setDrafts, discard] = present.current;
    const left = dropSaved(drafts, settings);
    if (left === drafts) return;
    if (Object.keys(left).length === 0) discard();
    else setDrafts(left);
  }, [settings, isBusy]);
  return kept;
}

/** All settings of an owner in their groups, with search; unsaved changes outlive the lock. */
export function SettingsForm({ owner, view, task, save, proposal, propose, show }: Props) {
  const t = useTexts();
  const { environment } = useSession();
  const { membership } = useTenant();
  const [drafts, setDrafts, discard] = useDrafts(owner, view, task.isBusy || proposal.isBusy);
  const [search, setSearch] = useState('');
  const [isTrying, setTrying] = useState(false);
  const open = openOf(view);
  const tried = owner.companyId === undefined ? [] : findTried(drafts, open, environment);
  const trouble = countTrouble(drafts, open, environment);
  const found = view.settings.filter((setting) => isFound(t, setting, search));
  const way = chooseWay({
    ...{ isTwoPerson: view.isTwoPerson, isDangerous: trouble.isDangerous },
    ...{ isForOne: isForOne(proposal.failure), companies: membership.companies },
  });
  const { change, discardAll, proposeAll, command, ...acts } = useFormActs(
    { task, save, proposal, propose, show },
    { owner, drafts, setDrafts, discard, open, trouble },
  );
  return (
    <div className="settings-all">
      <div className="settings-search">
        <Field
          type="search"
          inputMode="search"
          label={t('settingsSearch')}
          value={search}
          onChange={setSearch}
        />
        <p className="hint" role="status">
          {search !== '' && t('settingsFound', { count: found.length })}
        </p>
      </div>
      <ReadOnlyNote view={view} />
      <Form onSubmit={acts[way]}>
        <Groups {...{ owner, view, found, open, drafts }} isSaving={task.isBusy} onChange={change} />
        {trouble.unsaved > 0 && (
          <SaveBar
            {...trouble}
            {...{ way, task, proposal, command }}
            onPropose={() => void proposeAll()}
            onDiscard={discardAll}
            onTry={tried.length > 0 ? () => setTrying(true) : undefined}
          />
        )}
      </Form>
      {isTrying && owner.companyId !== undefined && (
        <Suspense>
          <WhatIfDialog
            owner={{ tenantId: owner.tenantId, companyId: owner.companyId }}
            tried={tried}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      )}
      <LeaveGuard isOn={trouble.unsaved > 0} onLeave={discard} />
    </div>
  );
}

type GroupsProps = {
  owner: CommandOwner;
  view: SettingsView;
  /** Settings that are shown. */
  found: readonly SettingView[];
  /** Settings that can be changed here. */
  open: readonly SettingView[];
  drafts: Drafts;
  isSaving: boolean;
  onChange(drafts: Drafts): void;
};

function Groups({ owner, view, found, open, drafts, isSaving, onChange }: GroupsProps) {
  const t = useTexts();
  return SETTING_GROUPS.map((group) => {
    const rows = found.filter((setting) => setting.group === group);
    if (rows.length === 0) return null;
    return (
      <Panel key={group} title={t(`group_${group}` satisfies TextKey)} isFlush>
        <ul className="settings">
          {rows.map((setting) => (
            <SettingRow
              key={setting.name}
              owner={owner}
              setting={setting}
              isOpen={open.includes(setting)}
              isTwoPerson={view.isTwoPerson}
              drafts={drafts}
              isSaving={isSaving}
              onChange={onChange}
            />
          ))}
        </ul>
        {group === 'brand' && <PreviewDoor owner={owner} view={view} drafts={drafts} />}
      </Panel>
    );
  });
}

function ReadOnlyNote({ view: { mayChange } }: { view: SettingsView }) {
  const t = useTexts();
  const { may } = useTenant();
  if (mayChange) return null;
  return <p className="hint">{t(may('settings:change') ? 'settingsTenantNarrow' : 'settingsReadOnly')}</p>;
}
