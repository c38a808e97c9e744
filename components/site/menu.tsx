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

const handle = 'flex min-h-11 cursor-pointer items-center gap-2.5 rounded text-md font-semibold'
const small = 'min-h-12 items-center text-text aria-[current]:font-semibold'

function Glyph({ shut }: { shut?: boolean }) {
  return (
    <svg viewBox="0 0 26 18" aria-hidden="true" className="w-6.5">
      {shut ? (
        <path d="M5 1l16 16M21 1L5 17" className="stroke-text stroke-[2.5]" />
      ) : (
        <path d="M3 8a10 8 0 0 1 20 0zM3 11h20v6.3H3z" className="fill-text" />
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
            <a href={paths.about} aria-current={current(path, paths.about)} className={`flex ${small}`}>
              About us
            </a>
          </li>
          <li>
            <a href={outside().app} className={`flex ${small}`}>
              App
            </a>
          </li>
          <li>
            <a href={paths.auth} aria-current={current(path, paths.auth)} className={`flex signed-in:hidden ${small}`}>
              Login
            </a>
            <a
              href={paths.profile}
              aria-current={current(path, paths.profile)}
              className={`hidden signed-in:flex ${small}`}
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
      <button type="button" {...open} aria-haspopup="dialog" className={`${handle} lg:hidden no-command:hidden`}>
        Menu
        <Glyph />
      </button>
      <dialog id={menuId} aria-label="Menu" className="menu ground-bg px-gut">
        <div className="mb-4 flex min-h-19 items-center justify-between">
          <Logo />
          <button type="button" {...close} className={handle}>
            Close
            <Glyph shut />
          </button>
        </div>
        <Items {...props} />
      </dialog>
      <details className="hidden lg:hidden no-command:max-lg:block">
        <summary className={handle}>
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
