/** What the identity SDK asks, handed to the emulator: the browser talks to one origin here, as it does on the site. */
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
