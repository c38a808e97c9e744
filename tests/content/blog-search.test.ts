import { expect, it } from 'vitest'
import { SearchEngine } from '@/components/blog/search-engine'
import { buildSearchIndex } from '@/lib/content/search-index'
import { markdownSource } from '@/lib/content/sources/markdown'

const source = markdownSource('content/posts')
const drafts = (await source.readDrafts()).filter(({ summary }) => summary.locale === undefined)
const index = await buildSearchIndex(
  drafts.map(({ summary }) => summary),
  async ({ slug }) => {
    const draft = drafts.find(({ summary }) => summary.slug === slug)
    const { text = '', contents } = draft ? await source.readBody(draft) : { contents: [] }
    return { headings: contents.map((heading) => heading.text).join(' · '), text }
  },
)
const engine = new SearchEngine(index)

it.each([
  ['telephone', 'the-telephone'],
  ['phne', 'the-telephone'],
  ['DAF', 'hearing-yourself-a-moment-late'],
  ['group call', 'what-groups-do-and-do-not'],
  ['50 %', 'two-reviews-that-disagree'],
  ['anxeity', 'social-anxiety-is-a-thing-of-its-own'],
  ['breathing', 'is-there-a-cure'],
  ['medication', 'medication-and-stuttering'],
  ['how to stop stuttering', 'is-there-a-cure'],
  ['teachers', 'school-and-teachers'],
  ['adolecents', 'thirty-five-years-of-trials'],
])('“%s” finds %s among the posts', (query, slug) => {
  const places = engine.search(query).posts.map((post) => post.slug)
  expect(places.slice(0, 15)).toContain(slug)
})

it.each(['king', 'gift', 'insurance', 'refund', 'discount'])(
  '“%s” finds no post that is about something else',
  (query) => expect(engine.search(query).posts).toEqual([]),
)
