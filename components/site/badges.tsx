import { outside } from '@/lib/outside'

/** Two swells of our own: one over a rest, one under it. The stores' artwork may take their place. */
const stores = () => [
  { name: 'Play Store', href: outside().playStore, glyph: 'M24 38a17 17 0 0 1 34 0zM24 42h34v13.3H24z' },
  { name: 'App Store', href: outside().appStore, glyph: 'M24 22h34v13.3H24zM24 39h34a17 17 0 0 1-34 0z' },
]

/** The stores' badges, 254 by 76 pixels. */
export function Badges({ className = '' }: { className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-4 ${className}`}>
      {stores().map(({ name, href, glyph }) => (
        <li key={name}>
          <a href={href} className="block rounded">
            <svg
              width="254"
              height="76"
              viewBox="0 0 254 76"
              role="img"
              aria-label={`Get it on the ${name}`}
              className="badge"
            >
              <rect width="254" height="76" rx="8" />
              <path d={glyph} />
              <text x="76" y="31">
                Get it on the
              </text>
              <text x="76" y="57">
                {name}
              </text>
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
