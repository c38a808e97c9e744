import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import { Link } from '@/components/ui/button'
import { siteSettings } from '@/lib/site-settings'
import { totalArea, pauseMark, soundMarks, layOutTurns } from '@/lib/score'
import { headerLinks, paths, siteName } from '@/lib/site'
import { menuId } from './frame-scripts'
import { Languages, type LanguagesProps } from './languages'
import { TrialLink, pricingLink } from './trial-links'

export function current(path: string, href: string): 'page' | undefined {
  return path === href || path.startsWith(`${href}/`) ? 'page' : undefined
}

const size = 20
const mark = [...soundMarks(0, 15, [size], 'above'), pauseMark(size, 15, size, totalArea([size]), 'below')]

export function Logo() {
  return (
    <Link href={paths.home} className="logo">
      <Drawing width={40} height={20} marks={mark} className="w-10" />
      {siteName}
    </Link>
  )
}

/** The head script handles clicks and updates the label. Hidden without script. */
function ThemeToggle({ className = '', text }: { className?: string; text?: boolean }) {
  const t = useTranslations('site.theme')
  return (
    <button
      type="button"
      data-theme-toggle
      data-to-dark={t('toDark')}
      data-to-light={t('toLight')}
      aria-label={t('toDark')}
      suppressHydrationWarning
      className={`cursor-pointer items-center rounded noscript:hidden ${className}`}
    >
      <svg viewBox="0 0 22 22" aria-hidden="true" className="size-5.5">
        <circle cx="11" cy="11" r="9.25" className="fill-none stroke-current stroke-[1.5]" />
        <path d="M11 1.75a9.25 9.25 0 0 1 0 18.5z" className="fill-current" />
      </svg>
      {text && (
        <>
          <span className="dark:hidden">{t('dark')}</span>
          <span className="hidden dark:inline">{t('light')}</span>
        </>
      )}
    </button>
  )
}

type HeaderProps = Omit<LanguagesProps, 'className'> & { trial: boolean }

/** Both are in the page; attributes on the root show one. */
function AccountLinks({ path, login, profile }: { path: string; login: string; profile: string }) {
  const t = useTranslations('site.nav')
  return (
    <>
      <Link href={paths.auth} aria-current={current(path, paths.auth)} className={`${login} signed-in:hidden`}>
        {t('login')}
      </Link>
      <Link href={paths.profile} aria-current={current(path, paths.profile)} className={`hidden ${profile}`}>
        {t('profile')}
      </Link>
    </>
  )
}

/** React has no types for invoker commands yet. They open the dialog without script. */
const open = { command: 'show-modal', commandfor: menuId }
const close = { command: 'close', commandfor: menuId }

const art = layOutTurns(-60, 86, 'below 60, pause 40, above 30 30 120, pause 40, below 110')

function Glyph({ shut }: { shut?: boolean }) {
  return (
    <svg viewBox="0 0 26 18" aria-hidden="true">
      {shut ? (
        <path d="M5 1l16 16M21 1L5 17" className="stroke-text stroke-[2.5]" />
      ) : (
        <path d="M3 8a10 8 0 0 1 20 0zM3 11h20v6.3H3z" />
      )}
    </svg>
  )
}

function Items({ path, trial, children }: HeaderProps & { children?: ReactNode }) {
  const t = useTranslations('site')
  return (
    <>
      <nav aria-label={t('menu.name')}>
        <ul>
          {headerLinks.map(({ id, href }) => (
            <li key={href}>
              <Link href={href} aria-current={current(path, href)} className="menu-link">
                {t(`nav.${id}`)}
              </Link>
            </li>
          ))}
        </ul>
        <ul className="my-6 grid grid-cols-2 border-t border-hair pt-4">
          <li className="col-span-2">
            <ThemeToggle className="flex min-h-12 w-full gap-3" text />
          </li>
          <li>
            <Link href={paths.about} aria-current={current(path, paths.about)} className="menu-small flex">
              {t('menu.about')}
            </Link>
          </li>
          <li>
            <a href={siteSettings().app} className="menu-small flex">
              {t('menu.app')}
            </a>
          </li>
          <li>
            <Link href={paths.tools} aria-current={current(path, paths.tools)} className="menu-small flex">
              {t('menu.tools')}
            </Link>
          </li>
          <li>
            <Link href={paths.pricing} {...pricingLink} className="menu-small flex">
              {t('menu.prices')}
            </Link>
          </li>
          <li>
            <AccountLinks path={path} login="menu-small flex" profile="menu-small signed-in:flex" />
          </li>
        </ul>
        {children}
      </nav>
      <Drawing width={350} height={150} marks={art.marks} line={86} extends="both" className="menu-art" />
      {trial && (
        <TrialLink size="big" wide>
          {t('trial.start')}
        </TrialLink>
      )}
    </>
  )
}

/** A modal dialog traps focus and closes on Escape, hydrated or not. */
function Menu(props: HeaderProps) {
  const { path, translations } = props
  const t = useTranslations('site.menu')
  return (
    <>
      <button type="button" {...open} aria-haspopup="dialog" className="menu-button lg:hidden no-command:hidden">
        {t('name')}
        <Glyph />
      </button>
      <dialog id={menuId} aria-label={t('name')} className="menu ground-bg px-gut">
        <div className="mb-4 flex min-h-14 items-center justify-between gap-x-3">
          <Logo />
          <button type="button" {...close} className="menu-button">
            {t('close')}
            <Glyph shut />
          </button>
        </div>
        <Items {...props}>
          <Languages path={path} translations={translations} className="mb-6 border-t border-hair pt-4" />
        </Items>
      </dialog>
      <details className="hidden lg:hidden no-command:max-lg:block">
        <summary className="menu-button">
          {t('name')}
          <Glyph />
        </summary>
        <div className="menu ground-bg px-gut">
          <Items {...props} />
        </div>
      </details>
    </>
  )
}

export function Header(props: HeaderProps) {
  const { path, trial } = props
  const t = useTranslations('site')
  return (
    <header data-chrome>
      <div className="mx-auto flex min-h-14 w-full max-w-page flex-wrap items-center gap-x-7 px-gut lg:min-h-19">
        <div className="me-auto">
          <Logo />
        </div>
        <nav aria-label={t('nav.name')} className="hidden flex-wrap gap-x-7 lg:flex">
          {headerLinks.map(({ id, href }) => (
            <Link key={href} href={href} aria-current={current(path, href)} className="header-link">
              {t(`nav.${id}`)}
            </Link>
          ))}
          <AccountLinks path={path} login="header-link" profile="header-link signed-in:inline-flex" />
        </nav>
        <ThemeToggle className="hidden size-11 justify-center lg:flex" />
        {trial && (
          <div className="hidden lg:block">
            <TrialLink>{t('trial.start')}</TrialLink>
          </div>
        )}
        <Menu {...props} />
      </div>
    </header>
  )
}
