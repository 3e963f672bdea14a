import { useNavigate } from '@tanstack/react-router';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { useTexts } from '../i18n/use-texts.ts';
import { useStore } from '../service/store.ts';
import { paletteActs } from '../shortcuts/palette-acts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Icon, KeyboardIcon, PersonIcon, ServerIcon, SwitchIcon } from '../ui/icons.ts';
import { overlay } from './overlay-store.ts';
import { sectionsFor } from './sections.ts';
import { useMenuMembership, useSession } from './use-session.ts';

type Line = { id: string; words: string; icon?: Icon; run(): void };
type Group = { id: string; title: string; lines: readonly Line[] };

function usePages(): Line[] {
  const t = useTexts();
  const navigate = useNavigate();
  const membership = useMenuMembership();
  const { isOperator } = useSession();
  const lines: Line[] = membership
    ? sectionsFor(membership).map(({ to, words, icon }) => ({
        id: to,
        words: t(words),
        icon,
        run: () => void navigate({ to, params: { tenant: membership.tenantId } }),
      }))
    : [];
  lines.push({ id: '/me', words: t('meTitle'), icon: PersonIcon, run: () => void navigate({ to: '/me' }) });
  if (isOperator)
    lines.push({
      id: '/op',
      words: t('operatorTitle'),
      icon: ServerIcon,
      run: () => void navigate({ to: '/op' }),
    });
  return lines;
}

function useGroups(): Group[] {
  const t = useTexts();
  const navigate = useNavigate();
  const present = useMenuMembership();
  const { memberships } = useSession();
  const others = memberships.filter(({ tenantId }) => tenantId !== present?.tenantId);
  const acts: Line[] = [
    ...useStore(paletteActs),
    {
      id: 'shortcuts',
      words: t('shortcutsTitle'),
      icon: KeyboardIcon,
      run: () => overlay.write('shortcuts'),
    },
  ];
  const groups = [
    { id: 'pages', title: t('palettePages'), lines: usePages() },
    { id: 'acts', title: t('paletteActs'), lines: acts },
    {
      id: 'tenants',
      title: t('paletteTenants'),
      lines: others.map(({ tenantId, tenantName }) => ({
        id: tenantId,
        words: tenantName,
        icon: SwitchIcon,
        run: () =>
          void navigate({ to: '/t/$tenant', params: { tenant: tenantId }, search: { company: undefined } }),
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

/** Leads to any page that the person may open, and to any act of the open page, by typing a part of its words. */
export function Palette({ onClose }: { onClose(): void }) {
  const t = useTexts();
  const groups = useGroups();
  const { contains } = useFilter({ sensitivity: 'base' });
  const run = (id: string): void => {
    onClose();
    groups
      .flatMap(({ lines }) => lines)
      .find((line) => line.id === id)
      ?.run();
  };
  return (
    <Dialog title={t('paletteTitle')} onClose={onClose} isDismissable>
      <div className="palette">
        <Autocomplete filter={contains}>
          <SearchField autoFocus aria-label={t('paletteSearch')} className="field">
            <Input className="input" placeholder={t('paletteSearch')} />
          </SearchField>
          <Menu
            className="menu palette-list"
            aria-label={t('paletteTitle')}
            onAction={(key) => run(String(key))}
            renderEmptyState={() => <p className="hint palette-empty">{t('paletteEmpty')}</p>}
          >
            {groups.map(({ id, title, lines }) => (
              <MenuSection key={id}>
                <Header className="menu-title">{title}</Header>
                {lines.map(({ id: line, words, icon: Picture }) => (
                  <MenuItem key={line} id={line} textValue={words} className="menu-item">
                    {Picture && <Picture className="icon" aria-hidden />}
                    <span className="menu-text">{words}</span>
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Autocomplete>
      </div>
    </Dialog>
  );
}
