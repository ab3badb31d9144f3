// What the addresses of the REST interface begin with in links, by the permalink structure of the site (get_rest_url). The
// interface itself is reached by each of them, whatever the structure.

const named = '?rest_route='

export function restBase(publicUrl: string, brand: string, structure: string | undefined): string {
  if (structure === '') return `${publicUrl}/index.php${named}`
  // Tables without options say nothing of it
  return `${publicUrl}${structure?.startsWith('/index.php/') ? '/index.php' : ''}/${brand}-json`
}

/** An address with arguments; a route that is one itself is written as they are (add_query_arg). */
export function withQuery(address: string, query: string): string {
  const [path = '', route] = address.split(named)
  if (route === undefined) return `${address}?${query}`
  const others = query.split('&').filter((pair) => !/^rest_route(?:=|$)/.test(pair))
  return `${path}${[named + encodeURIComponent(route), ...others].join('&')}`
}
