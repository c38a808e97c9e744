import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the settings that stand in `.env` of a folder, if there is one. Those of the real environment win, also empty
 * ones. Next reads the file by itself, but only once it is there, and only for itself.
 */
export function loadEnvFile(folder: string): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
