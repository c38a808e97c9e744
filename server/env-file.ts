/** Imported before everything that reads a setting when it is loaded. */
import { loadEnvFile } from '@/lib/env/file'

loadEnvFile(process.cwd())
