/** How long to wait, in words: `about a minute`, `about 56 minutes`. */
export function aboutMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
