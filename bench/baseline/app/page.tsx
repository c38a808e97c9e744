export default function Page() {
  return (
    <main>
      <h1>A heading</h1>
      <p>A paragraph.</p>
    </main>
  )
}
