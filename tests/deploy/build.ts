import { ensureBuild } from '@/local/build'

/** Deployment tests need the build, and lock it. */
export default async function setup(): Promise<() => void> {
  const lock = await ensureBuild((line) => console.log(line))
  return () => lock.release()
}
