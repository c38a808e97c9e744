/** Initials instead of a portrait. */
export function Initials({ name }: { name: string }) {
  const [first, ...others] = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter(Boolean)
  const last = others.at(-1)
  return (
    <p
      role="img"
      aria-label={`The initials ${[first, last].filter(Boolean).join(' and ')}`}
      className="text-[9rem] leading-none font-semibold tracking-tight uppercase lg:text-[15rem]"
    >
      <span className="text-primary">{first}</span>
      <span className="text-accent">{last}</span>
    </p>
  )
}
