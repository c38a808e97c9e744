/** A way to pass a post on: an ordinary address, which nothing is loaded from before somebody presses it. */
type Share = { name: string; href: string }

/**
 * Where a post can be passed on without a script of others. Each address carries title and address of the
 * post, and nothing that would tell who sent it.
 * @param address absolute
 */
export function sharesOf(title: string, address: string): Share[] {
  const at = (page: string, query: Record<string, string>) =>
    // Mail programs take a plus sign as it stands, so spaces are written as %20 for all.
    `${page}?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`
  return [
    { name: 'E-mail', href: at('mailto:', { subject: title, body: `${title}\r\n${address}` }) },
    { name: 'WhatsApp', href: at('https://wa.me/', { text: `${title} ${address}` }) },
    { name: 'Facebook', href: at('https://www.facebook.com/sharer/sharer.php', { u: address }) },
    { name: 'X', href: at('https://x.com/intent/post', { text: title, url: address }) },
    { name: 'LinkedIn', href: at('https://www.linkedin.com/sharing/share-offsite/', { url: address }) },
  ]
}
