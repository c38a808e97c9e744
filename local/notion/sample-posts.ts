/** The posts of the sample database. */
import type { BlogTag } from '@/lib/site'
import * as block from './blocks'
import type { Draft } from './blocks'

const score = `score
label: Two short arcs, a gap, and one long arc.
caption: A drawing that is written as a code block. Our drawing, not data.
above 60 60
pause 80
above 180`

const idOf = (number: number) => `5a3b1c70-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`

/** One of each kind of block that the site supports, and some that it does not. */
const everyBlock: Draft[] = [
  block.bigHeading('Words and their marks'),
  block.paragraph([
    block.run('Words may be '),
    block.run('strong', { bold: true }),
    block.run(', '),
    block.run('stressed', { italic: true }),
    block.run(', '),
    block.run('struck out', { strikethrough: true }),
    block.run(', '),
    block.run('underlined', { underline: true }),
    block.run(', '),
    block.run('code', { code: true }),
    block.run(', '),
    block.run('blue', { color: 'blue' }),
    block.run(', '),
    block.run('on yellow ground', { color: 'yellow_background' }),
    block.run(', or '),
    block.run('several at once', { bold: true, italic: true, underline: true, href: '/faq' }),
    block.run('. A line may hold '),
    block.formula('a^2 + b^2'),
    block.run(' and a day: '),
    block.mention('2026-10-30'),
    block.run('.'),
  ]),
  block.heading('Lists'),
  block.bullet('One'),
  block.bullet('Two', [block.bullet('Two and a half', [block.bullet('Deeper still')])]),
  block.numbered('First'),
  block.numbered('Second', [block.bullet('A point of the second')]),
  block.toDo(true)('Something done'),
  block.toDo(false)('Something to do'),
  block.heading('Things that open'),
  block.toggle('Press to read on', [block.paragraph('This was folded away.')]),
  block.toggleHeading('A heading that opens', [block.paragraph('This was folded away, too.')]),
  block.heading('Set apart'),
  block.quote('A quotation stands by itself.', [block.paragraph('It may have a second paragraph.')]),
  block.calloutWith('💡')('A callout, with a sign before it.'),
  block.subheading('Code'),
  block.code('typescript', 'const pause = true', 'A line of code.'),
  block.code('plain text', score),
  block.subheading('A table'),
  block.table([
    ['', 'Width', 'Height'],
    ['Tide', '1200', '630'],
    ['Reed', '1200', '630'],
  ]),
  block.heading('Pictures'),
  block.image('dusk.png', 'Another picture.'),
  block.externalImage('https://pictures.example/elsewhere.png', 'A picture that lies elsewhere.'),
  block.divider(),
  block.heading('Elsewhere'),
  block.paragraph([
    block.run('Read '),
    block.run('how a post ', { href: block.pageAddress(idOf(1)) }),
    block.run('gets here', { href: block.pageAddress(idOf(1)), bold: true }),
    block.run(', which is not '),
    block.run('a private plan', { href: block.pageAddress('5a3b1c70-0000-4000-8000-000000000999') }),
    block.run('. We met from '),
    block.mention('2026-11-25T09:00:00.000+09:00', '2026-11-25T10:30:00.000+09:00'),
    block.run('.'),
  ]),
  block.numberedAs('roman', 3)('The third'),
  block.linkToPage(idOf(3)),
  block.bookmark('https://www.example.org/', 'An address to keep.'),
  block.embed('https://video.example.org/watch'),
  block.equation('\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}'),
  block.columns([block.paragraph('The left column.')], [block.paragraph('The right column.')]),
  block.synced('shared', [block.paragraph('This stands in two places.')]),
  block.copyOf('shared'),
  { type: 'table_of_contents', value: { color: 'default' } },
  { type: 'unsupported', value: { block_type: 'button' } },
  {
    type: 'child_page',
    value: { title: 'A page within the page' },
    children: [block.paragraph('Not a part of the post.')],
  },
]

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
  author?: string
  published: boolean
  codeInjectionFooter?: string
  cover: string
  blocks: Draft[]
}

const note = block.callout(
  'This is a sample post. It shows what a post kept in Notion looks like here; nobody has to believe it.',
)

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
      block.heading('Writing'),
      block.paragraph([
        block.run('A page in the database is a post. Its '),
        block.run('Slug', { code: true }),
        block.run(' is the last part of the address.'),
      ]),
      block.numbered('Write the page.'),
      block.numbered('Fill in the properties.', [
        block.bullet('Slug and description'),
        block.bullet('Tags and the day of writing'),
      ]),
      block.numbered('Tick “Published”.'),
      block.heading('Reading'),
      block.paragraph([
        block.run('The list is on the '),
        block.run('blog’s first page', { href: '/blog' }),
        block.run('.'),
      ]),
      block.image('tide.png', 'Bands of colour, made for this sample.'),
      block.divider(),
      block.paragraph('That is all.'),
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
    blocks: [note, block.paragraph('There is not much here, and that is the point.')],
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
    blocks: [note, ...Array.from({ length: 40 }, (_, index) => block.paragraph(`Paragraph ${index + 1} of forty.`))],
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
    blocks: [note, block.paragraph('This is still being written.'), block.image('reed.png', 'A picture of a draft.')],
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
    blocks: [note, block.paragraph('Look at the foot of this page.')],
  },
]
