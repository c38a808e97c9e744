import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Loads a folder's `.env`, if any. Existing variables win, even empty ones. */
export function loadEnvFile(folder: string): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
