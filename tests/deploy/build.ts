import { ensureBuild } from '@/local/build'

/** Tests of what is deployed need the build; nobody may make another one meanwhile. */
export default async function setup(): Promise<() => void> {
  const lock = await ensureBuild((line) => console.log(line))
  return () => lock.release()
}
