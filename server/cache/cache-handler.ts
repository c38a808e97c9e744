/** Next's `cacheHandler`: pages in memory, or shared by the processes of a build with `REDIS_URL`. */
import { MemoryPageCache } from './memory-page-cache'

export default process.env.REDIS_URL?.trim() ? (await import('./redis-page-cache')).RedisPageCache : MemoryPageCache
