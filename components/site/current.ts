/** `aria-current` of a link: its own page, or a section (the blog) that the page belongs to. */
export function current(path: string, href: string): 'page' | undefined {
  return path === href || path.startsWith(`${href}/`) ? 'page' : undefined
}
