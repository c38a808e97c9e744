/** Whether a process that listens at this host can be reached from this machine alone. */
export const isOnLoopback = (host: string): boolean => /^(127\.0\.0\.1|::1|localhost)$/.test(host)
