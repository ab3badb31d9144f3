// Reads from Lectern while the site is built.
const { LECTERN_URL = 'http://127.0.0.1:8080', BRAND = 'cms' } = process.env

export async function read(path) {
  const answer = await fetch(`${LECTERN_URL}/${BRAND}-json/${BRAND}/v2/${path}`)
  if (!answer.ok) throw new Error(`Lectern answers ${answer.status} to ${path}`)
  return answer.json()
}
