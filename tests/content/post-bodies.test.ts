import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { record, bodyOf, source, openCache, clock, options, lines } from './post-source'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { PostCache, diskCache } from '@/lib/content/post-cache'

describe('bodies', () => {
  const only = async (cache: PostCache) => {
    const [draft] = (await cache.getSnapshot()).published
    if (!draft) throw new Error('nothing is published')
    return cache.body(draft)
  }

  it('are rendered once per version', async () => {
    const { cache, state } = openCache()
    await only(cache)
    await only(cache)
    expect(state.bodies).toBe(1)
    state.drafts = [record('one', { version: '2' })]
    await cache.refresh()
    await only(cache)
    expect(state.bodies).toBe(2)
  })

  it('are requested each time if the source has no versions', async () => {
    const { cache, state } = openCache([record('one', { version: null })])
    await only(cache)
    await only(cache)
    expect(state.bodies).toBe(2)
  })

  it.each([
    ['cannot be had', (state: ReturnType<typeof source>['state']) => void (state.fails = new Error('down'))],
    ['is broken', (state: ReturnType<typeof source>['state']) => void (state.body = { ...bodyOf('half'), broken: 2 })],
  ])('stay as they were when a newer one %s, with a log line', async (_, spoil) => {
    const { cache, state } = openCache([record('one', { version: null })])
    await only(cache)
    spoil(state)
    expect((await only(cache)).html).toBe('<p>1</p>')
    expect(lines.join()).toContain('"slug":"one"')
  })

  it('are requested each time if they contain other posts’ parts', async () => {
    const { cache, state } = openCache()
    state.body = { ...bodyOf('<p>1</p>'), borrowed: true }
    await only(cache)
    state.body = { ...bodyOf('<p>2</p>'), borrowed: true }
    expect((await only(cache)).html).toBe('<p>2</p>')
  })

  it('are shown without broken parts only if nothing better is cached', async () => {
    const { cache, state } = openCache([record('one', { version: null })])
    state.body = { ...bodyOf('half'), broken: 1 }
    expect((await only(cache)).html).toBe('half')
    await cache.getSnapshot()
    state.fails = new Error('down')
    await expect(only(cache)).rejects.toThrow('down')
  })
})

describe('disk cache', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder('keep')
  })

  it('is used by the next process while the source is down', async () => {
    const { postSource, state } = source()
    const before = new PostCache(postSource, { ...options, disk: diskCache(folder) })
    const { published } = await before.getSnapshot()
    await before.body(published[0]!)
    state.fails = new Error('down')
    const after = new PostCache(postSource, { ...options, disk: diskCache(folder) })
    const [draft] = (await after.getSnapshot()).published
    expect((await after.body(draft!)).html).toBe('<p>1</p>')
    state.fails = null
    clock.now += 4_000
    await after.getSnapshot()
    expect(state.requests).toBe(3)
  })

  it('is written atomically, and names cannot leave the folder', async () => {
    const keep = diskCache(folder)
    await Promise.all(Array.from({ length: 20 }, (_, index) => keep.write('../../x', { index })))
    expect(await readdir(folder)).toEqual(['______x.json'])
    expect(await keep.read('../../x')).toHaveProperty('index')
    expect(await keep.read('nothing')).toBeNull()
  })

  it('is optional', async () => {
    // A file in place of the folder.
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const keep = diskCache(file)
    await keep.write('x', 1)
    expect(lines.join()).toContain('could not be cached')
  })
})
