/** People of the identity emulator, as the site knows them: by a token that it has signed for them. */
type Person = { uid: string; token: string }

/** Signs up so many, side by side. @throws when the emulator refuses one */
export async function signUpMany(identity: string, count: number): Promise<Person[]> {
  const address = `${identity}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key`
  const run = Date.now()
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email: `bench-${run}-${n}@people.example`,
          password: 'calm-water-7',
          returnSecureToken: true,
        }),
      })
      if (!answer.ok) throw new Error(`The identity emulator answered ${answer.status}.`)
      const { localId, idToken } = (await answer.json()) as { localId: string; idToken: string }
      return { uid: localId, token: idToken }
    }),
  )
}
