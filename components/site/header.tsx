import { headerLinks, paths } from '@/lib/site'
import { current } from './current'
import { Logo } from './logo'
import { Menu } from './menu'
import { ThemeToggle } from './theme-toggle'
import { TrialLink } from './trial-link'

/** The way through the site. Login and Profile both stand in it; the root's attributes show one of them. */
export function Header({ path, trial }: { path: string; trial: boolean }) {
  return (
    <header data-chrome>
      <div className="mx-auto flex min-h-19 w-full max-w-page flex-wrap items-center gap-x-7 px-gut">
        <div className="me-auto">
          <Logo />
        </div>
        <nav aria-label="Main" className="hidden flex-wrap gap-x-7 lg:flex">
          {headerLinks.map(({ label, href }) => (
            <a key={href} href={href} aria-current={current(path, href)} className="header-link">
              {label}
            </a>
          ))}
          <a href={paths.auth} aria-current={current(path, paths.auth)} className="header-link signed-in:hidden">
            Login
          </a>
          <a
            href={paths.profile}
            aria-current={current(path, paths.profile)}
            className="header-link hidden signed-in:inline-flex"
          >
            Profile
          </a>
        </nav>
        <ThemeToggle className="hidden size-11 justify-center lg:flex" />
        {trial && (
          <div className="hidden lg:block">
            <TrialLink>Start My Free Trial</TrialLink>
          </div>
        )}
        <Menu path={path} trial={trial} />
      </div>
    </header>
  )
}
