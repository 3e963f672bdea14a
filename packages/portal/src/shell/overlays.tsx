import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useStore } from '../service/store.ts';
import { whenIdle } from '../service/when-idle.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { overlay } from './overlay-store.ts';
import { type Section, sectionsFor } from './sections.ts';
import { useMenuMembership } from './use-session.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })));
const ShortcutList = lazy(() =>
  import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })),
);

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';

function usePaletteKey(): void {
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      overlay.write('palette');
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
}

function SectionShortcut({ section: { to, key, words }, tenant }: { section: Section; tenant: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const said = t('shortcutGoTo', { page: t(words) });
  useShortcut(`g ${key}`, said, () => void navigate({ to, params: { tenant } }), 'everywhere');
  return null;
}

/** The palette at `Ctrl K` and the list of shortcuts at `?`, with the chords that lead to the sections. */
export function Overlays() {
  const t = useTexts();
  const shown = useStore(overlay);
  const membership = useMenuMembership();
  usePaletteKey();
  useShortcut('?', t('shortcutHelp'), () => overlay.write('shortcuts'), 'everywhere');
  useEffect(() => whenIdle(loadPalette), []);
  useEffect(() => () => overlay.write(undefined), []);
  const close = (): void => overlay.write(undefined);
  return (
    <Suspense>
      {membership &&
        sectionsFor(membership).map((section) => (
          <SectionShortcut key={section.to} section={section} tenant={membership.tenantId} />
        ))}
      {shown === 'palette' && <Palette onClose={close} />}
      {shown === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  );
}
