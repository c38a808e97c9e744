import type { PostSummary } from '@/lib/contract/content'

/**
 * Posts on like matters, best first: those that share most tags, a rare tag counting for more than a common
 * one; between equals the one written nearest in time.
 * @param without slugs of posts that are led to in another way
 */
export function relatedTo(
  post: PostSummary,
  all: readonly PostSummary[],
  count: number,
  without: readonly string[] = [],
): PostSummary[] {
  const uses = new Map<string, number>()
  for (const { tags } of all) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  const weight = (tag: string) => Math.log((1 + all.length) / (uses.get(tag) ?? 1))
  const written = Date.parse(post.written)
  return all
    .filter(({ slug }) => slug !== post.slug && !without.includes(slug))
    .map((other) => ({
      other,
      score: other.tags.filter((tag) => post.tags.includes(tag)).reduce((sum, tag) => sum + weight(tag), 0),
      distance: Math.abs(Date.parse(other.written) - written),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, two) => two.score - one.score || one.distance - two.distance)
    .slice(0, count)
    .map(({ other }) => other)
}
