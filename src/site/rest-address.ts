// Builds the base of REST addresses in links, by the site's permalink structure (get_rest_url). The gateway answers
// requests at every base, whatever the structure.

const named = '?rest_route='

export function restBase(publicUrl: string, brand: string, structure: string | undefined): string {
  if (structure === '') return `${publicUrl}/index.php${named}`
  // A database without a table of options has no structure
  return `${publicUrl}${structure?.startsWith('/index.php/') ? '/index.php' : ''}/${brand}-json`
}

/** Adds a query to an address; a route that is itself an argument is encoded as one (add_query_arg). */
export function withQuery(address: string, query: string): string {
  const [path = '', route] = address.split(named)
  if (route === undefined) return `${address}?${query}`
  const others = query.split('&').filter((pair) => !/^rest_route(?:=|$)/.test(pair))
  return `${path}${[named + encodeURIComponent(route), ...others].join('&')}`
}
