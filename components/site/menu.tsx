import { outside } from '@/lib/outside'
import { headerLinks, paths } from '@/lib/site'
import { current } from './current'
import { Drawing } from '@/components/ui/drawing'
import { Logo } from './logo'
import { talk } from '@/lib/score'
import { menuId } from './menu-script'
import { ThemeToggle } from './theme-toggle'
import { TrialLink } from './trial-link'

/** Commands of HTML, which React's types do not know yet: the dialog opens and closes without any script. */
const open = { command: 'show-modal', commandfor: menuId }
const close = { command: 'close', commandfor: menuId }

const art = talk(-60, 86, [
  { voice: 'below', sounds: [60] },
  { pause: 40 },
  { voice: 'above', sounds: [30, 30, 120] },
  { pause: 40 },
  { voice: 'below', sounds: [110] },
])

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

function Items({ path, trial }: { path: string; trial: boolean }) {
  return (
    <>
      <nav aria-label="Menu">
        <ul>
          {headerLinks.map(({ label, href }) => (
            <li key={href}>
              <a href={href} aria-current={current(path, href)} className="menu-link">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ul className="my-6 grid grid-cols-2 border-t border-hair pt-4">
          <li className="col-span-2">
            <ThemeToggle className="flex min-h-12 w-full gap-3" text />
          </li>
          <li>
            <a href={paths.about} aria-current={current(path, paths.about)} className="menu-small flex">
              About us
            </a>
          </li>
          <li>
            <a href={outside().app} className="menu-small flex">
              App
            </a>
          </li>
          <li>
            <a href={paths.auth} aria-current={current(path, paths.auth)} className="menu-small flex signed-in:hidden">
              Login
            </a>
            <a
              href={paths.profile}
              aria-current={current(path, paths.profile)}
              className="menu-small hidden signed-in:flex"
            >
              Profile
            </a>
          </li>
        </ul>
      </nav>
      <Drawing width={350} height={150} marks={art.marks} line={86} runs="both" className="menu-art" />
      {trial && (
        <TrialLink size="big" wide>
          Start My Free Trial
        </TrialLink>
      )}
    </>
  )
}

/** The small screen's menu: a modal dialog, so that focus stays in it and Escape leaves it, hydrated or not. */
export function Menu(props: { path: string; trial: boolean }) {
  return (
    <>
      <button type="button" {...open} aria-haspopup="dialog" className="menu-button lg:hidden no-command:hidden">
        Menu
        <Glyph />
      </button>
      <dialog id={menuId} aria-label="Menu" className="menu ground-bg px-gut">
        <div className="mb-4 flex min-h-19 items-center justify-between">
          <Logo />
          <button type="button" {...close} className="menu-button">
            Close
            <Glyph shut />
          </button>
        </div>
        <Items {...props} />
      </dialog>
      <details className="hidden lg:hidden no-command:max-lg:block">
        <summary className="menu-button">
          Menu
          <Glyph />
        </summary>
        <div className="menu ground-bg px-gut">
          <Items {...props} />
        </div>
      </details>
    </>
  )
}
