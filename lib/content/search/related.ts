import type { PostSummary } from '@/lib/contract/content'

/** How many posts of a list have each tag. Counted once for a list, which is asked about for each of its posts. */
const counted = new WeakMap<readonly PostSummary[], ReadonlyMap<string, number>>()

function usesIn(all: readonly PostSummary[]): ReadonlyMap<string, number> {
  const known = counted.get(all)
  if (known) return known
  const uses = new Map<string, number>()
  for (const { tags } of all) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  counted.set(all, uses)
  return uses
}

type Found = { other: PostSummary; score: number; distance: number }

const better = (one: Found, two: Found) =>
  one.score > two.score || (one.score === two.score && one.distance < two.distance)

/**
 * Posts on like matters, best first: those that share most tags, a rare tag counting for more than a common
 * one; between equals the one written nearest in time. One look at each of `all`, since a first reader waits for it.
 * @param without slugs of posts that are led to in another way
 */
export function relatedTo(
  post: PostSummary,
  all: readonly PostSummary[],
  count: number,
  without: readonly string[] = [],
): PostSummary[] {
  const uses = usesIn(all)
  const weights = new Map(post.tags.map((tag) => [tag as string, Math.log((1 + all.length) / (uses.get(tag) ?? 1))]))
  const written = Date.parse(post.written)
  const best: Found[] = []
  for (const other of all) {
    let score = 0
    for (const tag of other.tags) score += weights.get(tag) ?? 0
    const last = best[count - 1]
    if (score <= 0 || (last && score < last.score)) continue
    if (other.slug === post.slug || without.includes(other.slug)) continue
    const found = { other, score, distance: Math.abs(Date.parse(other.written) - written) }
    const place = best.findIndex((each) => better(found, each))
    best.splice(place < 0 ? best.length : place, 0, found)
    best.length = Math.min(best.length, count)
  }
  return best.map(({ other }) => other)
}
