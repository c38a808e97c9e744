/** Loads `.env` as a side effect: imported before modules that read a setting when they are loaded. */
import { loadEnvFile } from './file'

loadEnvFile(process.cwd())
