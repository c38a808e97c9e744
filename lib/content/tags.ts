/** The one cache tag of everything that shows posts: pages, index, tag pages, feed and sitemap refresh together. */
export const contentTag = 'posts'
