// The kinds of documents that WPGraphQL's clients send most, each beside the same question in our own view.

export interface SameQuestion {
  readonly name: string
  readonly wordpress: string
  readonly own: string
}

/** `n` is how many rows a list is asked for. */
export const sameQuestions = (n: number): readonly SameQuestion[] => [
  {
    name: 'a feed with authors, categories and pictures',
    wordpress: `{ posts(first: ${n}) { nodes { id title excerpt date uri author { node { name } }
      categories { nodes { name uri } } featuredImage { node { sourceUrl altText } } } pageInfo { hasNextPage endCursor } } }`,
    own: `{ posts(first: ${n}) { edges { node { id title excerpt createdAt uri author { name }
      categories { name uri } featuredImage { sourceUrl alt } } } pageInfo { hasNextPage endCursor } } }`,
  },
  {
    name: 'addresses of all posts',
    wordpress: `{ posts(first: ${n}) { nodes { slug uri modified } } }`,
    own: `{ posts(first: ${n}) { edges { node { slug uri modifiedAt } } } }`,
  },
  {
    name: 'a post by its slug, with terms and comments',
    wordpress: `query ($slug: ID!) { post(id: $slug, idType: SLUG) { title content date author { node { name description } }
      categories { nodes { name } } tags { nodes { name } } comments(first: ${n}) { nodes { content date } } } }`,
    own: `query ($slug: String) { post(slug: $slug) { title content createdAt author { name description }
      categories { name } tags { name } comments(first: ${n}) { edges { node { content createdAt } } } } }`,
  },
  {
    name: 'a page by its address',
    wordpress: '{ page(id: "/about-us/team/", idType: URI) { title content uri parent { node { id } } } }',
    own: '{ page(uri: "/about-us/team/") { title content uri parent { id } } }',
  },
  {
    name: 'what an address leads to',
    wordpress: `query ($uri: String!) { nodeByUri(uri: $uri) { __typename id uri ... on NodeWithTitle { title } } }`,
    own: 'query ($uri: String!) { contentByUri(uri: $uri) { __typename id uri title } }',
  },
  {
    name: 'categories with how many posts they have',
    wordpress: `{ categories(first: ${n}) { nodes { name slug count uri parent { node { name } } } } }`,
    own: `{ categories(first: ${n}) { edges { node { name slug count uri parent { name } } } } }`,
  },
  {
    name: 'categories with their newest posts',
    wordpress: `{ categories(first: ${n}) { nodes { name posts(first: 3) { nodes { title uri } } } } }`,
    own: `{ categories(first: ${n}) { edges { node { name posts(first: 3) { edges { node { title uri } } } } } } }`,
  },
  {
    name: 'a menu with what its items lead to',
    wordpress: `{ menus { nodes { name menuItems(first: ${n}) { nodes { label url connectedNode { node { id } } } } } } }`,
    own: `{ menus { edges { node { name items(first: ${n}) { edges { node { title url content { id } term { id } } } } } } } }`,
  },
  {
    name: 'pictures with their sizes',
    wordpress: `{ mediaItems(first: ${n}) { nodes { title altText sourceUrl mediaDetails { width height sizes { name sourceUrl } } } } }`,
    own: `{ media(first: ${n}) { edges { node { title alt sourceUrl width height sizes { name sourceUrl } } } } }`,
  },
  {
    name: 'settings, and a list of authors with their posts',
    wordpress: `{ generalSettings { title description url } users(first: ${n}) { nodes { name posts(first: 2) { nodes { title } } } } }`,
    own: `{ settings { title description url } users(first: ${n}) { edges { node { name posts(first: 2) { edges { node { title } } } } } } }`,
  },
]
