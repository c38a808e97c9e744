import { headerLinks, paths } from '@/lib/site'
import { current } from './current'
import { Logo } from './logo'
import { Menu } from './menu'
import { ThemeToggle } from './theme-toggle'
import { TrialLink } from './trial-link'

const item =
  'relative min-h-11 min-w-11 items-center justify-center text-md text-text hover:text-primary aria-[current]:font-semibold ' +
  'aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0.5 ' +
  'aria-[current]:after:h-1.25 aria-[current]:after:bg-primary'

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
            <a key={href} href={href} aria-current={current(path, href)} className={`inline-flex ${item}`}>
              {label}
            </a>
          ))}
          <a
            href={paths.auth}
            aria-current={current(path, paths.auth)}
            className={`inline-flex signed-in:hidden ${item}`}
          >
            Login
          </a>
          <a
            href={paths.profile}
            aria-current={current(path, paths.profile)}
            className={`hidden signed-in:inline-flex ${item}`}
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
