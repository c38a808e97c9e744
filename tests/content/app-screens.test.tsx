import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppScreens } from '@/components/site/app-screens'
import { readAppScreens } from '@/lib/content/pages/app-screens'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const measured = vi.hoisted(() => vi.fn())
vi.mock('image-size/fromFile', () => ({ imageSizeFromFile: measured }))

let folder = ''
beforeEach(() => {
  const made = temporaryFolder('screens')
  folder = path.relative('content', made)
  measured.mockReset().mockResolvedValue({ width: 1080, height: 2340 })
})

const entry = { picture: '/pictures/app/practice.png', alt: 'A word, and two buttons.', caption: 'Practice' }
const give = (name: string, data: object) =>
  writeFileSync(path.join('content', folder, name), `---\n${JSON.stringify(data)}\n---\n`)
const shown = async () => renderToStaticMarkup(await AppScreens({ folder }))

it('shows labelled drawings until the owner adds screens', async () => {
  const html = await shown()
  expect(html.match(/Illustration: /g)).toHaveLength(4)
  expect(html).not.toContain('<img')
})

it('shows the owner’s screens instead, in order and in both themes', async () => {
  give('2-call.md', { ...entry, picture: '/pictures/app/call.png', caption: 'Second' })
  give('1-practice.md', { ...entry, dark: '/pictures/app/practice-dark.png', caption: 'First' })
  const html = await shown()
  expect(html).not.toContain('Illustration')
  expect(html.indexOf('First')).toBeLessThan(html.indexOf('Second'))
  expect(html.match(/<img/g)).toHaveLength(3)
  expect(html).toContain('/_next/image?url=%2Fpictures%2Fapp%2Fpractice-dark.png')
  expect(html).toContain('alt="A word, and two buttons."')
})

it.each([
  [{ ...entry, alt: '' }, /1\.md: alt: expected what the screen shows/],
  [
    { ...entry, picture: 'https://elsewhere.example/a.png' },
    /1\.md: picture: expected an address such as \/pictures\//,
  ],
  [{ ...entry, size: 3 }, /1\.md: .*size/],
])('refuses %j with the file and a fix', async (data, message) => {
  give('1.md', data)
  await expect(readAppScreens(folder)).rejects.toThrow(message)
})

it('reports a missing file by name', async () => {
  measured.mockRejectedValue(new Error('ENOENT'))
  give('1.md', { ...entry, picture: '/pictures/gone.png' })
  await expect(readAppScreens(folder)).rejects.toThrow(/1\.md: the picture public\/pictures\/gone\.png cannot be read/)
})
