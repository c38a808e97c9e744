import type { PostSummary } from '@/lib/contract/content'

/** Tags and words of a list of posts, computed once per list. */
type Statistics = { tags: ReadonlyMap<string, number>; words: ReadonlyMap<string, ReadonlyMap<string, number>> }

const known = new WeakMap<readonly PostSummary[], Statistics>()

const wordsIn = ({ title, description, keywords = [] }: PostSummary): Set<string> =>
  new Set(
    [title, description, ...keywords]
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.map((word) => word.replace(/(?:ing|e?s)$/, '')),
  )

function countOf(lists: Iterable<Iterable<string>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Words in a third of all posts are too common to count. */
function weigh(words: ReadonlySet<string>, uses: ReadonlyMap<string, number>, posts: number): Map<string, number> {
  const telling = [...words].flatMap((word) => {
    const count = uses.get(word) ?? 1
    return count > posts / 3 ? [] : [[word, Math.log((1 + posts) / count)] as const]
  })
  const length = Math.hypot(...telling.map(([, weight]) => weight))
  return new Map(telling.map(([word, weight]) => [word, weight / length]))
}

function statisticsOf(all: readonly PostSummary[]): Statistics {
  const cached = known.get(all)
  if (cached) return cached
  const words = new Map(all.map((post) => [post.slug, wordsIn(post)]))
  const uses = countOf(words.values())
  const made = {
    tags: countOf(all.map(({ tags }) => tags)),
    words: new Map([...words].map(([slug, own]) => [slug, weigh(own, uses, all.length)])),
  }
  known.set(all, made)
  return made
}

function similarity(one: ReadonlyMap<string, number> = new Map(), other: ReadonlyMap<string, number> = new Map()) {
  let sum = 0
  for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0)
  return sum
}

type RelatedQuery = {
  post: PostSummary
  all: readonly PostSummary[]
  count: number
  /** Slugs that the page links to already. */
  without?: readonly string[]
}

/** Weight of common words relative to having all tags in common. */
const wordWeight = 4

/**
 * Related posts, best first: shared tags weighted by rarity, then common words of title, description and keywords, then
 * date. Posts without a shared tag are left out.
 */
export function relatedTo({ post, all, count, without = [] }: RelatedQuery): PostSummary[] {
  const { tags, words } = statisticsOf(all)
  const weightOf = (tag: string) => Math.log((1 + all.length) / (tags.get(tag) ?? 1))
  const sum = (of: readonly string[]) => of.reduce((total, tag) => total + weightOf(tag), 0)
  const distance = ({ written }: PostSummary) => Math.abs(Date.parse(written) - Date.parse(post.written))
  return all
    .flatMap((other) => {
      const shared = sum(other.tags.filter((tag) => post.tags.includes(tag)))
      if (shared <= 0 || other.slug === post.slug || without.includes(other.slug)) return []
      const alike = similarity(words.get(post.slug), words.get(other.slug))
      return [{ other, score: shared / sum(post.tags) + wordWeight * alike, distance: distance(other) }]
    })
    .toSorted((one, other) => other.score - one.score || one.distance - other.distance)
    .slice(0, count)
    .map(({ other }) => other)
}
