/** `storage.rules` in code, for the emulator. Change both together. */

export type StorageRequest = {
  method: string
  path: string
  token?: string
  file?: { after?: { size?: string | number; contentType?: string } }
}

const maxBytes = 5 * 1024 * 1024

const uidOfToken = (token: string | undefined): string | null => {
  try {
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { sub?: string }
    return claims.sub ?? null
  } catch {
    return null
  }
}

export function isAllowed({ method, path, token, file }: StorageRequest): boolean {
  if (method === 'list') return /\/o\/users\/([^/]+)\/?$/.exec(path)?.[1] === (uidOfToken(token) ?? '')
  const owner = /\/o\/users\/([^/]+)\/profilePicture\.png$/.exec(path)?.[1]
  if (!owner) return false
  if (uidOfToken(token) !== owner) return false
  if (method === 'get' || method === 'delete') return true
  const { size = 0, contentType = '' } = file?.after ?? {}
  return Number(size) <= maxBytes && contentType === 'image/png'
}
