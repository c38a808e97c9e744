import { tagMatter } from '@/lib/site'

/** What a tag's page is called. */
export const tagTitle = (tag: string) => `Posts about ${tagMatter(tag)}`

/** Said where nothing can be kept on the device. */
export const keepsNothing = 'This browser keeps no pages here, perhaps because the window is private.'

/** A list's title on one of its pages, so that no two pages have the same; the first bears it alone. */
export const titleOnPage = (title: string, page: number) => (page === 1 ? title : `${title}, page ${page}`)

/** A list's description on one of its pages. */
export const descriptionOnPage = (text: string, page: number, pages: number) =>
  page === 1 ? text : `${text} Page ${page} of ${pages}.`
