/** Passes the identity SDK's requests to the emulator, so that the browser uses one origin, as on the site. */
export async function POST(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const answer = await fetch(`${process.env.IDENTITY}${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') ?? 'application/json' },
    body: await request.text(),
  })
  return new Response(await answer.text(), {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
  })
}
