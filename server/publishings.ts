/**
 * How often something has been published since this process began. What is answered from memory carries the number
 * at which its making began, and is worth nothing once there is another. Next loads its cache apart from the site's
 * own server, and the API apart from both, so all find it on the global object.
 */
type Publishings = { count: number }

const shared = globalThis as typeof globalThis & {
  unhurriedPublishings?: Publishings
  /** Resolves when every process that can be told knows of it (`lib/server/http/publisher.ts`). */
  unhurriedTell?: (tag: string) => Promise<void>
}

export const publishings: Publishings = (shared.unhurriedPublishings ??= { count: 0 })

/** What is told to others, where there are any. */
export function tellBy(tell: (tag: string) => Promise<void>): void {
  shared.unhurriedTell = async (tag) => {
    publishings.count += 1
    await tell(tag)
  }
}

if (!shared.unhurriedTell) tellBy(async () => {})
