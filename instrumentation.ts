type Knows = (route: string, params: Record<string, string>) => Promise<boolean>

/** The site's own server asks this before it lets Next render anything (`server/known-addresses.ts`). */
const knows: Knows = async (route, params) => (await import('@/lib/content/known')).isKnown(route, params)

/** Runs once when the process starts, before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  Object.assign(globalThis, { unhurriedKnows: knows })
  await (await import('@/lib/server/start')).start()
}
