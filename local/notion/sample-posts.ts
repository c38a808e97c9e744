/** The posts of the sample database. */
import type { BlogTag } from '@/lib/site'
import {
  bigHeading,
  bookmark,
  bullet,
  callout,
  calloutWith,
  code,
  columns,
  copyOf,
  divider,
  type Draft,
  embed,
  equation,
  externalImage,
  formula,
  heading,
  image,
  linkToPage,
  mention,
  numbered,
  numberedAs,
  pageAddress,
  paragraph,
  quote,
  run,
  subheading,
  synced,
  table,
  toDo,
  toggle,
  toggleHeading,
} from './blocks'

const score = `score
label: Two short arcs, a gap, and one long arc.
caption: A drawing that is written as a code block. Our drawing, not data.
above 60 60
pause 80
above 180`

const idOf = (number: number) => `5a3b1c70-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`

/** One of each kind of block that the site supports, and some that it does not. */
const everyBlock: Draft[] = [
  bigHeading('Words and their marks'),
  paragraph([
    run('Words may be '),
    run('strong', { bold: true }),
    run(', '),
    run('stressed', { italic: true }),
    run(', '),
    run('struck out', { strikethrough: true }),
    run(', '),
    run('underlined', { underline: true }),
    run(', '),
    run('code', { code: true }),
    run(', '),
    run('blue', { color: 'blue' }),
    run(', '),
    run('on yellow ground', { color: 'yellow_background' }),
    run(', or '),
    run('several at once', { bold: true, italic: true, underline: true, href: '/faq' }),
    run('. A line may hold '),
    formula('a^2 + b^2'),
    run(' and a day: '),
    mention('2026-10-30'),
    run('.'),
  ]),
  heading('Lists'),
  bullet('One'),
  bullet('Two', [bullet('Two and a half', [bullet('Deeper still')])]),
  numbered('First'),
  numbered('Second', [bullet('A point of the second')]),
  toDo(true)('Something done'),
  toDo(false)('Something to do'),
  heading('Things that open'),
  toggle('Press to read on', [paragraph('This was folded away.')]),
  toggleHeading('A heading that opens', [paragraph('This was folded away, too.')]),
  heading('Set apart'),
  quote('A quotation stands by itself.', [paragraph('It may have a second paragraph.')]),
  calloutWith('💡')('A callout, with a sign before it.'),
  subheading('Code'),
  code('typescript', 'const pause = true', 'A line of code.'),
  code('plain text', score),
  subheading('A table'),
  table([
    ['', 'Width', 'Height'],
    ['Tide', '1200', '630'],
    ['Reed', '1200', '630'],
  ]),
  heading('Pictures'),
  image('dusk.png', 'Another picture.'),
  externalImage('https://pictures.example/elsewhere.png', 'A picture that lies elsewhere.'),
  divider(),
  heading('Elsewhere'),
  paragraph([
    run('Read '),
    run('how a post ', { href: pageAddress(idOf(1)) }),
    run('gets here', { href: pageAddress(idOf(1)), bold: true }),
    run(', which is not '),
    run('a private plan', { href: pageAddress('5a3b1c70-0000-4000-8000-000000000999') }),
    run('. We met from '),
    mention('2026-11-25T09:00:00.000+09:00', '2026-11-25T10:30:00.000+09:00'),
    run('.'),
  ]),
  numberedAs('roman', 3)('The third'),
  linkToPage(idOf(3)),
  bookmark('https://www.example.org/', 'An address to keep.'),
  embed('https://video.example.org/watch'),
  equation('\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}'),
  columns([paragraph('The left column.')], [paragraph('The right column.')]),
  synced('shared', [paragraph('This stands in two places.')]),
  copyOf('shared'),
  { type: 'table_of_contents', value: { color: 'default' } },
  { type: 'unsupported', value: { block_type: 'button' } },
  { type: 'child_page', value: { title: 'A page within the page' }, children: [paragraph('Not a part of the post.')] },
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

const note = callout(
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
