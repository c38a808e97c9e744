import { limits } from '@/lib/site'

/**
 * Looks for the place of the sign-in widget until it is there, and notes each look.
 * @returns the element, or null when `stopped` became true before
 */
export async function findContainer(id: string, stopped: () => boolean): Promise<HTMLElement | null> {
  while (!stopped()) {
    const found = document.getElementById(id)
    console.info(found ? 'Sign-in container found.' : 'Looking for the sign-in container.')
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, limits.containerPollMs))
  }
  return null
}
