import { expect, it, vi } from 'vitest'
import { readShareImageText } from '@/lib/content/pages/share-image'
import words from '@/messages/en/pages.json'
import spanish from '@/messages/es/pages.json'
import { paths } from '@/lib/site'
import { postFolder } from './post-folder'
import { replaceProcessState } from '@/lib/server/process-state'

const here = vi.hoisted(() => ({ folder: '' }))
vi.mock('next/cache', () => ({ unstable_cache: <T>(ask: T): T => ask }))
vi.mock('@/lib/site-settings', async (original) => ({
  ...(await original<typeof import('@/lib/site-settings')>()),
  contentEnv: () => ({ blog: { source: 'markdown', folder: here.folder } }),
}))

const files = Array.from({ length: 21 }, (_, index) => ({ slug: `post-${index}`, title: `Post ${index}` }))

it.each<[path: string, says: string | null]>([
  [paths.post('post-3'), 'Post 3'],
  [paths.listPage(paths.blog, 2), words.blog.card],
  [paths.listPage(paths.tag('posts'), 2), 'Posts about our posts'],
  [paths.by('unhurried'), 'Posts by The Unhurried team'],
  [paths.tag('other-disorders'), 'Posts about other disorders'],
  [paths.tag('nothing'), null],
  [`${paths.tag('posts')}/more`, null],
  [paths.post('a-draft'), null],
  [paths.post('later'), null],
  [paths.post('no-such-post'), null],
  [paths.by('nobody'), null],
  ['/blog/page/1', null],
  ['/blog/page/02', null],
  ['/blog/page/3', null],
  ['/blog/by/unhurried/more', null],
  ['/blog/tag/posts/page/3', null],
  ['/blog/post-3/page/2', null],
  ['/blog/constructor', null],
])('the preview image of %s says %s', async (path, says) => {
  here.folder = await postFolder([...files, { slug: 'a-draft', draft: true }, { slug: 'later', written: '2999-01-01' }])
  replaceProcessState('post-cache')
  expect(await readShareImageText(path)).toBe(says)
})

it('is in the language of the page', async () => {
  here.folder = await postFolder(files)
  replaceProcessState('post-cache')
  expect(await readShareImageText(paths.features, 'es')).toBe(spanish.features.card)
  expect(await readShareImageText(paths.post('post-3'), 'es')).toBeNull()
})
