import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Article } from '@/components/blog/article'
import { AuthorIntro } from '@/components/blog/author-intro'
import type { PostNeighbours, Author, Post } from '@/lib/contract/content'
import { samplePost, summary } from './sample-post'
import { serve, served } from './serve'

const alone: PostNeighbours = { newer: null, older: null, related: [] }
const address = 'https://unhurried.example/blog/a-post'

const page = (of: Partial<Post> = {}, around: Partial<PostNeighbours> = {}, isPublished = true) => (
  <Article
    post={samplePost(of)}
    contents={null}
    around={{ ...alone, ...around }}
    address={address}
    isPublished={isPublished}
    keep={<p>Kept</p>}
  />
)
const show = (...of: Parameters<typeof page>) => serve(page(...of))

it('names author, reviewer, dates and reading time', () => {
  show()
  expect(screen.getByRole('link', { name: 'The Unhurried team' }).getAttribute('href')).toBe('/blog/by/unhurried')
  expect(screen.getByText('2 June 2026').getAttribute('datetime')).toBe('2026-06-02')
  expect(screen.getByText('21 November 2026').getAttribute('datetime')).toBe('2026-11-21')
  expect(screen.getByText('4 min read')).toBeDefined()
  expect(screen.getByRole('region', { name: 'The short answer' }).textContent).toContain('In short.')
  expect(screen.getByText('Education, not a diagnosis.')).toBeDefined()
})

it('leaves out missing details', () => {
  show({ answer: null, reviewed: null, minutes: null, tags: ['posts'] })
  expect(screen.queryByRole('region', { name: 'The short answer' })).toBeNull()
  expect(screen.queryByText(/Reviewed|min read/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Read on' })).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(within(screen.getByRole('list', { name: 'More about' })).getAllByRole('link')).toHaveLength(1)
})

it('links previous, next and related posts', () => {
  const [newer, older, like] = ['newer', 'older', 'like'].map((slug) => summary({ slug, title: `The ${slug} one` }))
  if (!newer || !older || !like) throw new Error('three summaries')
  show({}, { newer, older, related: [like] })
  const beside = within(screen.getByRole('navigation', { name: 'Posts before and after' }))
  expect(beside.getAllByRole('link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')])).toEqual([
    ['prev', '/blog/older'],
    ['next', '/blog/newer'],
  ])
  const card = within(screen.getByRole('heading', { level: 3, name: 'The like one' }))
  expect(card.getByRole('link', { name: 'The like one' }).getAttribute('href')).toBe('/blog/like')
})

it('has share links and a printed address only if public', () => {
  show()
  expect(screen.getByRole('region', { name: 'Save and share' })).toBeDefined()
  expect(document.body.innerHTML).toContain(address)
  show({}, {}, false)
  expect(screen.queryByRole('region', { name: /share$/i })).toBeNull()
  expect(document.body.innerHTML).not.toContain(address)
})

it('sandboxes publisher code, and only if it may run', () => {
  const code = '<script>top.hurt = true</script>'
  const inert = served(page({ codeInjectionFooter: code }))
  expect(inert.content.querySelector('iframe')).toBeNull()
  expect(inert.innerHTML).not.toContain('hurt')
  const runs = served(page({ codeInjectionFooter: code, runsFooter: true }))
  expect(runs.content.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-scripts')
  expect(runs.innerHTML).not.toContain('hurt')
})

it.each<[Author['kind'], boolean]>([
  ['organization', true],
  ['person', false],
])('says that an author of kind %s is a team: %s', (kind, team) => {
  serve(<AuthorIntro of={{ slug: 'a', name: 'A', kind, description: 'Who it is.' }} total={1} />)
  expect(screen.getByText('Who it is.')).toBeDefined()
  expect(screen.queryByText(/stands for a team, not for one person/) !== null).toBe(team)
  expect(screen.getByText(/One post\./)).toBeDefined()
})

it('names the language and direction of its own text only', () => {
  show({ lang: 'ar-EG' })
  const marked = [...document.querySelectorAll<HTMLElement>('[lang]')]
  expect(marked.map(({ tagName, lang, dir }) => [tagName, lang, dir])).toEqual(
    ['H1', 'P', 'SPAN', 'DIV'].map((tag) => [tag, 'ar-EG', 'rtl']),
  )
})
