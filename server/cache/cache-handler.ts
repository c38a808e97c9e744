/** Next's `cacheHandler`: pages in memory, or shared by the processes of a build with `REDIS_URL`. */
import { PageCache } from './page-cache'

export default process.env.REDIS_URL?.trim() ? (await import('./shared-page-cache')).SharedPageCache : PageCache
