import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { signOut } from '../session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import {
  CloseIcon,
  CompanyIcon,
  KeyboardIcon,
  MenuIcon,
  PersonIcon,
  ServerIcon,
  SignOutIcon,
  SwitchIcon,
} from '../ui/icons.ts';
import { Logo } from '../ui/logo.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuLine } from '../ui/popover-menu.tsx';
import { say } from '../ui/states/toast-store.ts';
import { CompanyFilter } from './company-filter.tsx';
import { overlay } from './overlay-store.ts';
import { sectionsFor } from './sections.ts';
import { slots } from './slots.ts';
import { useMembership, useMenuMembership, useSession } from './use-session.ts';

/** Tenant, search, company, environment and person. */
export function TopBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
  const t = useTexts();
  const membership = useMembership();
  const Search = slots.search;
  return (
    <header className="top">
      <span className="top-menu">
        <Button
          kind="quiet"
          isSquare
          icon={isMenuOpen ? CloseIcon : MenuIcon}
          aria-label={t(isMenuOpen ? 'closeMenu' : 'openMenu')}
          aria-expanded={isMenuOpen}
          aria-controls="sections"
          onPress={onMenu}
        />
      </span>
      <Link to="/" className="top-logo">
        <Logo />
      </Link>
      <TenantSwitcher />
      <div className="top-search">{membership && Search && <Search />}</div>
      {membership && <CompanyFilter tenantId={membership.tenantId} />}
      <EnvironmentBadge />
      <PersonMenu />
    </header>
  );
}

function TenantSwitcher() {
  const t = useTexts();
  const navigate = useNavigate();
  const { memberships } = useSession();
  const present = useMenuMembership();
  if (!present) return null;
  if (memberships.length < 2) return <span className="tenant-name">{present.tenantName}</span>;
  const lines = memberships.map(({ tenantId, tenantName }) => ({
    id: tenantId,
    text: tenantName,
    icon: CompanyIcon,
    run: () =>
      void navigate({ to: '/t/$tenant', params: { tenant: tenantId }, search: { company: undefined } }),
  }));
  return (
    <span className="tenant-switch">
      <MenuButton label={`${present.tenantName}. ${t('switchTenant')}`} lines={lines}>
        <span className="tenant-name">{present.tenantName}</span>
        <SwitchIcon className="icon" aria-hidden />
      </MenuButton>
    </span>
  );
}

function EnvironmentBadge() {
  const t = useTexts();
  const isTest = useSession().environment === 'test';
  return isTest ? (
    <span className="environment environment-test" title={t('testMeaning')}>
      {t('testBadge')}
    </span>
  ) : (
    <span className="environment">{t('productionBadge')}</span>
  );
}

function PersonMenu() {
  const t = useTexts();
  const navigate = useNavigate();
  const { name, isOperator } = useSession();
  const membership = useMenuMembership();
  const leave = (): void => void signOut().catch(() => say(t('noAnswer'), 'danger'));
  const deployment: MenuLine = {
    id: 'deployment',
    text: t('operatorTitle'),
    icon: ServerIcon,
    run: () => void navigate({ to: '/op' }),
  };
  const beside = (membership ? sectionsFor(membership) : []).filter(({ isBeside }) => isBeside);
  const lines: MenuLine[] = [
    { id: 'me', text: t('meTitle'), hint: name, icon: PersonIcon, run: () => void navigate({ to: '/me' }) },
    ...beside.map(({ to, words, icon }) => ({
      ...{ id: to, text: t(words), icon },
      run: () => void navigate({ to, params: { tenant: membership?.tenantId ?? '' } }),
    })),
    ...(isOperator ? [deployment] : []),
    { id: 'keys', text: t('shortcutsTitle'), icon: KeyboardIcon, run: () => overlay.write('shortcuts') },
    { id: 'leave', text: t('signOut'), icon: SignOutIcon, run: leave },
  ];
  return <MenuButton label={t('personMenu', { name })} lines={lines} icon={PersonIcon} isSquare />;
}
