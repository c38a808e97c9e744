import type { PostSummary } from '@/lib/contract/content'

/** Tags and words of a list of posts, computed once per list. */
type Statistics = { tags: ReadonlyMap<string, number>; words: ReadonlyMap<string, ReadonlyMap<string, number>> }

const cache = new WeakMap<readonly PostSummary[], Statistics>()

const wordsIn = ({ title, description, keywords = [] }: PostSummary): Set<string> =>
  new Set(
    [title, description, ...keywords]
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.map((word) => word.replace(/(?:ing|e?s)$/, '')),
  )

function countItems(lists: Iterable<Iterable<string>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Words in a third of all posts are too common to count. */
function weighWords(
  words: ReadonlySet<string>,
  postsPerWord: ReadonlyMap<string, number>,
  posts: number,
): Map<string, number> {
  const rareWords = [...words].flatMap((word) => {
    const count = postsPerWord.get(word) ?? 1
    return count > posts / 3 ? [] : [[word, Math.log((1 + posts) / count)] as const]
  })
  const length = Math.hypot(...rareWords.map(([, weight]) => weight))
  return new Map(rareWords.map(([word, weight]) => [word, weight / length]))
}

function statisticsOf(all: readonly PostSummary[]): Statistics {
  const cached = cache.get(all)
  if (cached) return cached
  const words = new Map(all.map((post) => [post.slug, wordsIn(post)]))
  const postsPerWord = countItems(words.values())
  const statistics = {
    tags: countItems(all.map(({ tags }) => tags)),
    words: new Map([...words].map(([slug, postWords]) => [slug, weighWords(postWords, postsPerWord, all.length)])),
  }
  cache.set(all, statistics)
  return statistics
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
  excluded?: readonly string[]
}

/** Weight of common words relative to having all tags in common. */
const wordWeight = 4

/**
 * Related posts, best first: shared tags weighted by rarity, then common words of title, description and keywords, then
 * date. Posts without a shared tag are left out.
 */
export function findRelated({ post, all, count, excluded = [] }: RelatedQuery): PostSummary[] {
  const { tags, words } = statisticsOf(all)
  const weightOf = (tag: string) => Math.log((1 + all.length) / (tags.get(tag) ?? 1))
  const totalWeight = (tagList: readonly string[]) => tagList.reduce((total, tag) => total + weightOf(tag), 0)
  const distance = ({ written }: PostSummary) => Math.abs(Date.parse(written) - Date.parse(post.written))
  return all
    .flatMap((other) => {
      const shared = totalWeight(other.tags.filter((tag) => post.tags.includes(tag)))
      if (shared <= 0 || other.slug === post.slug || excluded.includes(other.slug)) return []
      const wordSimilarity = similarity(words.get(post.slug), words.get(other.slug))
      return [
        { other, score: shared / totalWeight(post.tags) + wordWeight * wordSimilarity, distance: distance(other) },
      ]
    })
    .toSorted((one, other) => other.score - one.score || one.distance - other.distance)
    .slice(0, count)
    .map(({ other }) => other)
}
