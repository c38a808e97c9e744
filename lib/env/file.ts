import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Loads `.env` of a folder, if it exists. Variables of the environment win, even empty ones. */
export function loadEnvFile(folder: string): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
