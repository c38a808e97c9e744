import { siteName } from '@/lib/site'

const texts = {
  404: ['There is no page at this address.', 'The address may be mistyped, or the page has moved.'],
  500: [
    'Something went wrong on our side.',
    'You haven’t lost anything or been charged because of it. Try again later.',
  ],
} as const

/** A self-contained page, for when Next cannot render its error page. */
export function errorPage(status: number): Buffer {
  const [title, text] = texts[status === 404 ? 404 : 500]
  return Buffer.from(
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<meta name="color-scheme" content="light dark"><title>${title} · ${siteName}</title></head>` +
      `<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home page</a></p></main></body></html>`,
  )
}
