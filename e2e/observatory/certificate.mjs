// Prints a key and a certificate for localhost.
import { generate } from 'selfsigned'

const names = [{ name: 'commonName', value: 'localhost' }]
const extensions = [
  { name: 'basicConstraints', cA: true },
  { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
]
const { private: key, cert } = await generate(names, { keySize: 2048, extensions })
console.log(JSON.stringify({ key, cert }))
