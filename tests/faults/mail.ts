/** That each letter of the run reached the mail server, and reached it once. */
import type { World } from './world'

/**
 * A process that dies between handing a letter over and writing that down leaves it to be sent again: one
 * more for each death is no mistake, since the other way round a letter would be lost.
 * @returns what was not as it should be
 */
export async function checkLetters(world: World, deaths: number): Promise<string[]> {
  const rows = await world.rows<{ key: string; written: number; mailed: number }>(
    "select email || ': ' || subject as key, count(*)::int as written, count(mailed_at)::int as mailed from letters group by 1",
  )
  const came = new Map<string, number>()
  for (const { to, subject } of world.letters) came.set(`${to}: ${subject}`, (came.get(`${to}: ${subject}`) ?? 0) + 1)
  const problems: string[] = []
  let surplus = 0
  for (const { key, written, mailed } of rows) {
    const arrived = came.get(key) ?? 0
    came.delete(key)
    if (arrived < mailed) problems.push(`${key}: ${mailed} are noted as mailed, and ${arrived} arrived`)
    surplus += Math.max(0, arrived - written)
  }
  if (surplus > deaths) problems.push(`${surplus} letters came twice, with ${deaths} processes killed`)
  if (rows.length === 0) problems.push('there was no letter at all')
  for (const key of came.keys()) problems.push(`${key}: came, and was never written`)
  return problems
}
