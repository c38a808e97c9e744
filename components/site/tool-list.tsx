import { paths } from '@/lib/site'

const tools = [
  [
    paths.toolCards,
    'Cards for hard moments',
    'A card that says you stutter (stammer), in eleven languages. Show it, print it or send it.',
  ],
  [
    paths.toolScore,
    'Draw your sentence',
    'Mark repeats, stretches, blocks and pauses, and see your sentence as a score.',
  ],
  [paths.toolCall, 'Rehearse a group call', 'Ten minutes of a call as text. At each turn you choose what to do.'],
] as const

/** The three tools, each with what it is for. */
export function ToolList() {
  return (
    <ul className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-3 lg:mt-10">
      {tools.map(([href, name, text]) => (
        <li key={href} className="border-t border-hair pt-4">
          <h3>
            <a href={href} className="link tap">
              {name}
            </a>
          </h3>
          <p className="mt-1">{text}</p>
        </li>
      ))}
    </ul>
  )
}
