const most = 300

/** As many dots as people, one each, up to 300; a row of twenty while they are few. */
export function People({ count }: { count: number }) {
  if (count > most) return null
  const [across, pitch, size] = count <= 60 ? [20, 16, 10] : [30, 10.6, 7]
  const dots = Array.from({ length: count }, (_, index) => {
    const [x, y] = [index % across, Math.floor(index / across)].map(
      (step) => Math.round((step * pitch + size / 2) * 10) / 10,
    )
    return `M${x} ${y}h0`
  })
  const rows = Math.ceil(count / across)
  return (
    <svg
      viewBox={`0 0 320 ${(rows - 1) * pitch + size}`}
      role="img"
      aria-label={`${count} people, one dot each`}
      className="w-full max-w-80"
    >
      <path className="stroke-primary" fill="none" strokeLinecap="round" strokeWidth={size} d={dots.join('')} />
    </svg>
  )
}
