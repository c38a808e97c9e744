/** Loads `.env` on import, before modules that read settings. Existing variables win, even empty ones. */
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
