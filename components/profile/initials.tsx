/** First letters of the first and last word of a name, or of an address; nothing known gives none. */
export function initialsOf(name: string | null | undefined): string {
  const words =
    (name ?? '')
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => /\p{L}/u.exec(word ?? '')?.[0].toLocaleUpperCase() ?? '').join('')
}

/** Stands where a picture will be: initials over a sound and a pause of one weight. */
export function Initials({ name }: { name: string | null | undefined }) {
  return (
    <svg viewBox="0 0 96 96" role="img" aria-label="No picture yet" className="size-24 shrink-0 rounded-lg">
      <rect width="96" height="96" className="fill-tint" />
      <path d="M14 82a17 17 0 0 1 34 0z" className="fill-primary" />
      <rect x="48" y="68.6" width="34" height="13.4" className="fill-accent" />
      <text x="48" y="50" textAnchor="middle" className="fill-text text-[2rem]">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
