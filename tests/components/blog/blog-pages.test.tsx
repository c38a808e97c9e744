import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { expect, it } from 'vitest'
import { descriptionOnPage, pageNumbers, PagesNav, PostsPage, titleOnPage } from '@/components/blog/posts-page'
import { PostList } from '@/components/blog/post-list'
import type { PostPage } from '@/lib/contract/content'
import { messagesOf, translatorOf } from '@/lib/i18n/messages'
import { summary } from './sample-post'

const t = await translatorOf('en', 'blog')

const numbersOf = (page: number, pages: number) => pageNumbers(page, pages).map((n) => n ?? '…')

it.each([
  [3, 7, '1 2 3 4 5 6 7'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
  [250, 500, '1 … 249 250 251 … 500'],
  [497, 500, '1 … 496 497 498 499 500'],
  [500, 500, '1 … 496 497 498 499 500'],
])('numbers page %i of %i as %s', (page, pages, expected) => expect(numbersOf(page, pages).join(' ')).toBe(expected))

const links = (name: RegExp) => screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('links the pages of a list, starting at the list’s address', () => {
  render(<PagesNav list="/blog/tag/posts" page={2} pages={3} />)
  const nav = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(links(/^Page/)).toEqual(['/blog/tag/posts', '/blog/tag/posts/page/2', '/blog/tag/posts/page/3'])
  expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('2')
  expect(links(/Newer/)).toEqual(['/blog/tag/posts'])
  expect(links(/Older/)).toEqual(['/blog/tag/posts/page/3'])
})

it('hides pagination when there is one page', () => {
  const { container } = render(<PagesNav list="/blog" page={1} pages={1} />)
  expect(container.innerHTML).toBe('')
})

const page: PostPage = {
  posts: [summary({ slug: 'one', title: 'One' }), summary({ slug: 'two', title: 'Two', tags: ['motivation'] })],
  page: 1,
  pages: 1,
  total: 2,
}

it('names posts by title, and tags only on other lists', () => {
  render(<PostsPage title="Posts" description="About" list="/blog/tag/stuttering" page={page} tag="stuttering" />)
  expect(screen.getAllByRole('link', { name: /^(One|Two)$/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/blog/one',
    '/blog/two',
  ])
  const [one, two] = ['One', 'Two'].map((name) => screen.getByRole('heading', { name }).closest('li')?.textContent)
  expect(one).not.toContain('stuttering')
  expect(two).toContain('motivation')
})

it.each<[string, Partial<Parameters<typeof PostsPage>[0]>, string[]]>([
  ['the first page of all posts, which has the search box', {}, []],
  ['a later page', { page: { ...page, page: 2, pages: 2 } }, ['/blog#search']],
  ['a tag', { tag: 'stuttering' }, ['/blog#search']],
  ['an author', { tag: null }, ['/blog#search']],
])('links to the search from %s', (_, given, hrefs) => {
  render(<PostsPage title="Posts" description="About" list="/blog" page={page} {...given} />)
  expect(links(/^Search the blog$/)).toEqual(hrefs)
})

it.each([
  [titleOnPage(t, 'Blog', 1), 'Blog'],
  [titleOnPage(t, 'Blog', 2), 'Blog, page 2'],
  [descriptionOnPage(t, 'Plain writing.', 1, 3), 'Plain writing.'],
  [descriptionOnPage(t, 'Plain writing.', 2, 3), 'Plain writing. Page 2 of 3.'],
])('has distinct names for pages and tags: %s', (name, expected) => expect(name).toBe(expected))

it('links posts of another language to their own address, and names the language', async () => {
  const posts = [
    summary({ slug: 'a', title: 'Uno', lang: 'es', locale: 'es' }),
    summary({ slug: 'b', title: 'One day' }),
  ]
  render(
    <NextIntlClientProvider locale="es" messages={await messagesOf('es')}>
      <PostList posts={posts} />
    </NextIntlClientProvider>,
  )
  const [own, english] = screen.getAllByRole<HTMLAnchorElement>('link')
  expect([own?.getAttribute('href'), own?.hreflang, own?.querySelector('bdi')?.lang]).toEqual(['/es/blog/a', '', ''])
  expect([english?.getAttribute('href'), english?.hreflang, english?.querySelector('bdi')?.lang]).toEqual([
    '/blog/b',
    'en',
    'en',
  ])
  expect(screen.getByText('inglés').closest('li')?.textContent).toContain('One day')
})

it('marks titles’ languages, and uses a post’s picture as its cover', () => {
  const posts = [
    summary({ slug: 'a', title: 'Un jour', lang: 'fr' }),
    summary({ slug: 'b', title: 'One day', picture: '/pictures/path.jpg' }),
  ]
  const { container } = render(<PostList posts={posts} />)
  expect(screen.getByText('Un jour').lang).toBe('fr')
  expect(screen.getByText('One day').hasAttribute('lang')).toBe(false)
  const covers = [...container.querySelectorAll('li > :is(svg, img)')]
  expect(covers.map(({ tagName }) => tagName.toLowerCase())).toEqual(['svg', 'img'])
  expect(covers[1]?.getAttribute('src')).toContain(encodeURIComponent('/pictures/path.jpg'))
  expect([covers[1]?.getAttribute('width'), covers[1]?.getAttribute('alt')]).toEqual(['160', ''])
})
