import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { preferences } from '../preferences/preference-store.ts';
import { useStore } from '../service/store.ts';
import { type Shortcut, shortcuts } from '../shortcuts/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';

const shownKey = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

/** Keys as they stand on a keyboard; of a chord one after the other. */
function Keys({ keys }: { keys: string }) {
  const t = useTexts();
  const [first = '', second] = keys.split(' ');
  return (
    <span className="keys">
      <kbd>{shownKey(first)}</kbd>
      {second && (
        <>
          <span className="hint">{t('shortcutThen')}</span>
          <kbd>{shownKey(second)}</kbd>
        </>
      )}
    </span>
  );
}

function Group({ title, list }: { title: string; list: readonly { keys: string; words: string }[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl className="shortcut-list">
        {list.map(({ keys, words }) => (
          <div key={keys}>
            <dt>{words}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every shortcut that holds now. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const t = useTexts();
  const { hasShortcuts } = useStore(preferences);
  const all = useStore(shortcuts);
  const of = (scope: Shortcut['scope']): readonly Shortcut[] => all.filter((one) => one.scope === scope);
  const palette = {
    keys: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K',
    words: t('shortcutPalette'),
  };
  return (
    <Dialog title={t('shortcutsTitle')} onClose={onClose} isDismissable>
      {!hasShortcuts && (
        <p className="hint">
          {t('shortcutsOff')}{' '}
          <Link to="/me" className="link" onClick={onClose}>
            {t('meTitle')}
          </Link>
        </p>
      )}
      <Group
        title={t('shortcutsEverywhere')}
        list={hasShortcuts ? [palette, ...of('everywhere')] : [palette]}
      />
      <Group title={t('shortcutsHere')} list={hasShortcuts ? of('page') : []} />
    </Dialog>
  );
}
