import type { BlogTag } from '@/lib/site'
import { bullet, callout, divider, heading, image, numbered, paragraph, run, type Draft } from './blocks'
import { everyBlock } from './every-block'

export type Sample = {
  id: string
  title: string
  slug: string
  description: string
  tags: BlogTag[]
  keywords?: string[]
  written: string
  reviewed?: string
  answer?: string
  /** The slug of an author of the site; whoever is meant by none. */
  author?: string
  published: boolean
  codeInjectionFooter?: string
  cover: string
  blocks: Draft[]
}

const idOf = (number: number) => `5a3b1c70-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`

const note = callout(
  'This is a sample post. It shows what a post kept in Notion looks like here; nobody has to believe it.',
)

/** What the sample database holds. None of it says anything about health. */
export const samples: Sample[] = [
  {
    id: idOf(1),
    title: 'Sample: how a post gets here',
    slug: 'sample-how-a-post-gets-here',
    description: 'What happens between writing a page in Notion and reading it on this site.',
    tags: ['information', 'posts'],
    keywords: ['publish', 'database', 'CMS'],
    written: '2026-11-12',
    reviewed: '2026-11-16',
    answer: 'A page with a slug, a description, tags and a date, once “Published” is ticked.',
    author: 'unhurried',
    published: true,
    cover: 'tide.png',
    blocks: [
      note,
      heading('Writing'),
      paragraph([
        run('A page in the database is a post. Its '),
        run('Slug', { code: true }),
        run(' is the last part of the address.'),
      ]),
      numbered('Write the page.'),
      numbered('Fill in the properties.', [bullet('Slug and description'), bullet('Tags and the day of writing')]),
      numbered('Tick “Published”.'),
      heading('Reading'),
      paragraph([run('The list is on the '), run('blog’s first page', { href: '/blog' }), run('.')]),
      image('tide.png', 'Bands of colour, made for this sample.'),
      divider(),
      paragraph('That is all.'),
    ],
  },
  {
    id: idOf(2),
    title: 'Sample: a post with every kind of block',
    slug: 'sample-every-kind-of-block',
    description: 'Headings, lists within lists, quotations, code, tables and pictures, one after the other.',
    tags: ['posts', 'services'],
    written: '2026-10-30',
    published: true,
    cover: 'dusk.png',
    blocks: [note, ...everyBlock],
  },
  {
    id: idOf(3),
    title: 'Sample: short and plain',
    slug: 'sample-short-and-plain',
    description: 'A post of two paragraphs, to see what little text looks like.',
    tags: ['motivation'],
    written: '2026-10-02',
    published: true,
    cover: 'reed.png',
    blocks: [note, paragraph('There is not much here, and that is the point.')],
  },
  {
    id: idOf(4),
    title: 'Sample: a long list',
    slug: 'sample-a-long-list',
    description: 'More blocks than one answer of Notion carries.',
    tags: ['information'],
    written: '2026-09-18',
    reviewed: '2026-11-02',
    published: true,
    cover: 'tide.png',
    blocks: [note, ...Array.from({ length: 40 }, (_, index) => paragraph(`Paragraph ${index + 1} of forty.`))],
  },
  {
    id: idOf(5),
    title: 'Sample: not published yet',
    slug: 'sample-not-published-yet',
    description: 'A draft. If you can read this on the site, something is wrong.',
    tags: ['posts'],
    written: '2026-11-20',
    published: false,
    cover: 'reed.png',
    blocks: [note, paragraph('This is still being written.'), image('reed.png', 'A picture of a draft.')],
  },
  {
    id: idOf(6),
    title: 'Sample: a post with a footer of its own',
    slug: 'sample-a-footer-of-its-own',
    description: 'It carries code for its foot, which this site keeps and does not run unless it is told to.',
    tags: ['posts'],
    written: '2026-08-08',
    published: true,
    codeInjectionFooter: '<p>A footer of the post’s own.</p><script>document.title = "changed by a footer"</script>',
    cover: 'dusk.png',
    blocks: [note, paragraph('Look at the foot of this page.')],
  },
]
