/** Loads `.env` on import, before modules that read settings. */
import { loadEnvFile } from './file'

loadEnvFile(process.cwd())
