import { paths, siteName } from '@/lib/site'

const style =
  ':root{color-scheme:light dark}body{margin:0;font:1.125rem/1.6 system-ui,sans-serif}main{max-width:34rem;margin:0 auto;padding:3rem 1.5rem}h1{font-size:1.75rem;line-height:1.25}a{color:inherit;display:inline-block;min-height:44px;line-height:44px}:focus-visible{outline:3px solid;outline-offset:2px}'

const page = `<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The sign-in service does not answer · ${siteName}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The sign-in service does not answer right now</h1>
<p>You are not signed in yet, and nothing is lost. Please try again in a moment, or choose another way to sign in.</p>
<p><a href="${paths.auth}">Back to the sign-in page</a></p>
</main>
</body>
</html>
`

/** 502: what stands where the sign-in's helper should be. A script or a style sheet that was asked for gets a line of text. */
export function silentHost(request: Request): Response {
  const reads = request.method !== 'HEAD' && (request.headers.get('accept') ?? '').includes('text/html')
  return new Response(reads ? page : 'The sign-in service does not answer right now.', {
    status: 502,
    headers: {
      'Content-Type': `text/${reads ? 'html' : 'plain'}; charset=utf-8`,
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Retry-After': '5',
    },
  })
}
