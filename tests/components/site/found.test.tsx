import { render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useBreadcrumbs, BreadcrumbData, OrganizationData } from '@/components/site/breadcrumbs'
import { JsonLd } from '@/components/ui/inline'
import { readShareImageText } from '@/lib/content/pages/share-image'
import words from '@/messages/en/pages.json'
import { paths, sampleTherapist, type PageName, pages } from '@/lib/site'

afterEach(() => vi.unstubAllEnvs())

const data = () => JSON.parse(document.querySelector('script')?.textContent ?? 'null') as Record<string, unknown>

describe('the registry of pages', () => {
  const all = (Object.keys(pages) as PageName[]).map((name) => [name, { ...pages[name], ...words[name] }] as const)
  it.each(['path', 'title', 'description', 'card'] as const)('has no %s twice', (field) => {
    expect(new Set(all.map(([, page]) => page[field])).size).toBe(all.length)
  })

  it.each(all)('fits a search result and a picture: %s', (_, { title, description, card }) => {
    expect(title.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeGreaterThan(50)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(card.length).toBeLessThanOrEqual(60)
  })
})

describe('JSON-LD', () => {
  it('cannot be closed by its content', () => {
    render(<JsonLd data={{ '@context': 'https://schema.org', '@type': 'Thing', name: '</script><b>' }} />)
    expect(document.querySelector('b')).toBeNull()
    expect(document.querySelector('script')?.innerHTML).not.toContain('</')
    expect(data().name).toBe('</script><b>')
  })

  it('starts breadcrumbs at the home page, with absolute addresses', () => {
    vi.stubEnv('SITE_ORIGIN', 'https://unhurried.example')
    render(<BreadcrumbData crumbs={[...useBreadcrumbs(paths.blog), { name: 'A post', path: '/blog/a-post' }]} />)
    expect(data()).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://unhurried.example' },
        { position: 2, name: 'Blog', item: 'https://unhurried.example/blog' },
        { position: 3, name: 'A post', item: 'https://unhurried.example/blog/a-post' },
      ],
    })
  })

  it.each([paths.home, '/404', paths.auth])('has no breadcrumbs on %s', (path) => {
    expect(useBreadcrumbs(path)).toEqual([])
  })

  it('names the owner, and omits placeholder networks', () => {
    vi.stubEnv('SITE_ORIGIN', 'https://unhurried.example')
    vi.stubEnv('YOUTUBE_URL', 'https://youtube.com/@unhurried')
    render(<OrganizationData />)
    expect(data()).toMatchObject({
      '@graph': [
        { '@type': 'Organization', name: 'Unhurried', sameAs: ['https://youtube.com/@unhurried'] },
        { '@type': 'WebSite', url: 'https://unhurried.example' },
      ],
    })
  })
})

describe('pictures of shared links', () => {
  it.each([
    [paths.home, words.home.card],
    [paths.sessions, words.sessions.card],
    [paths.therapist(sampleTherapist), 'Sample Therapist'],
    ['/therapist/..%2f..%2fREADME', null],
  ])('%s: %s', async (path, says) => expect(await readShareImageText(path)).toBe(says))
})
