// The script of the REST interface's page. It runs in browsers, and inserts texts of the document as text, never as markup.
export const apiPageScript = `'use strict'
const page = document.getElementById('operations')
const rest = page.dataset.rest
let schemas = {}

fetch(rest + '/openapi.json').then(async (answer) => {
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.message)
  show(body)
}).catch((error) => { page.textContent = 'openapi.json cannot be read: ' + error.message })

function show({ info, paths, components }) {
  schemas = components.schemas ?? {}
  document.title = info.title + ': REST'
  document.querySelector('h1').textContent = info.title
  document.getElementById('about').textContent = info.description
  const all = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, operation]) => operation.responses !== undefined)
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation, shared: components.parameters ?? {} })))
  const groups = [...Map.groupBy(all, ({ operation }) => (operation.tags ?? ['more'])[0])]
  const inOrder = groups.toSorted(([one], [other]) => (one === 'more') - (other === 'more'))
  page.replaceChildren(...inOrder.map(([name, operations]) => element('section', element('h2', name.replaceAll('_', ' ')), ...operations.map(shown))))
  const filter = document.getElementById('filter')
  filter.addEventListener('input', () => only(filter.value))
  only('')
  open()
  window.addEventListener('hashchange', open)
}

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function shown({ path, method, operation, shared }) {
  const details = element('details')
  details.className = 'operation'
  details.id = operation.operationId
  details.dataset.text = (method + ' ' + path + ' ' + (operation.summary ?? '')).toLowerCase()
  const verb = element('code', method)
  verb.className = 'method'
  details.append(element('summary', verb, element('code', path), ' ', element('small', operation.summary ?? '')))
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return
    const parameters = operation.parameters.map((each) => each.$ref === undefined ? each : shared[each.$ref.split('/').at(-1)])
    details.append(...contentOf({ path, method, operation, parameters }))
  })
  return details
}

function contentOf({ path, method, operation, parameters }) {
  const form = element('form')
  const fields = parameters.map((parameter) => fieldOf(parameter, operation.operationId))
  const address = element('code')
  const line = element('p', address)
  line.className = 'address'
  const answer = element('div')
  const write = () => { address.textContent = 'curl ' + quoted(location.origin + target(path, fields)) }
  const table = element('table', element('tbody', ...fields.map(({ row }) => row)))
  form.append(...(fields.length === 0 ? [] : [table]), line, ...(method === 'GET' ? [element('button', 'Send')] : []))
  form.addEventListener('input', write)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(target(path, fields), answer)
  })
  write()
  answer.setAttribute('role', 'status')
  return [...(operation.description === undefined ? [] : [element('p', operation.description)]), form, answer, ...answerFields(operation)]
}

function fieldOf(parameter, id) {
  const { name, required = false, description = '', schema = {} } = parameter
  const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  const control = options === undefined ? element('input') : element('select', chosenByDefault(schema), ...options.map((each) => element('option', String(each))))
  control.id = id + '.' + name
  control.required = required
  if (options === undefined) control.placeholder = schema.default === undefined ? typeOf(schema) : String(schema.default)
  const label = element('label', element('code', name), ...(required ? [' *'] : []))
  label.htmlFor = control.id
  const about = element('td', description)
  about.className = 'about'
  return { parameter, control, row: element('tr', element('th', label), element('td', control), about) }
}

function chosenByDefault({ default: value }) {
  const option = element('option', value === undefined ? '' : '(' + value + ')')
  option.value = ''
  return option
}

/** The address of a request, with what was filled in. */
function target(path, fields) {
  const query = new URLSearchParams()
  let written = path
  for (const { parameter, control } of fields) {
    if (parameter.in === 'path') written = written.replace('{' + parameter.name + '}', control.value === '' ? '{' + parameter.name + '}' : encodeURIComponent(control.value))
    else if (control.value !== '') query.append(parameter.name, control.value)
  }
  const text = query.toString().replaceAll('%2C', ',')
  return rest + written + (text === '' ? '' : '?' + text)
}

function quoted(text) {
  return "'" + text.replaceAll("'", '%27') + "'"
}

async function send(address, answer) {
  answer.className = 'answer'
  answer.textContent = 'Waiting …'
  const began = performance.now()
  try {
    const response = await fetch(address)
    const text = await response.text()
    const ms = Math.round(performance.now() - began)
    const headers = [...response.headers].filter(([name]) => /^(x-.*-total|cache-status|etag|age)/.test(name)).map(([name, value]) => name + ': ' + value)
    const type = response.headers.get('content-type') ?? ''
    const body = element('pre', type.includes('json') ? JSON.stringify(JSON.parse(text, asWritten), null, 2) : text)
    // So that it can be scrolled by keys
    body.tabIndex = 0
    answer.replaceChildren(element('p', [response.status, ms + ' ms', text.length + ' characters', ...headers].join(' · ')), body)
  } catch (error) {
    answer.textContent = 'The request failed: ' + error.message
  }
}

/** Numbers that a double writes otherwise stay as the gateway wrote them, where the browser can. */
function asWritten(_, value, { source } = {}) {
  return typeof value === 'number' && source !== undefined && JSON.rawJSON && String(value) !== source ? JSON.rawJSON(source) : value
}

/** Lists the members of an answer, or of its items. */
function answerFields(operation) {
  const [first] = Object.values(operation.responses)
  const schema = resolved(first?.content?.['application/json']?.schema ?? {})
  const item = resolved(schema.type === 'array' ? schema.items : schema)
  const rows = Object.entries(item?.properties ?? {}).map(([name, each]) => {
    const about = element('td', each.description ?? '')
    about.className = 'about'
    return element('tr', element('th', element('code', name)), element('td', typeOf(resolved(each))), about)
  })
  return rows.length === 0 ? [] : [element('h3', schema.type === 'array' ? 'Each item' : 'The answer'), element('table', element('tbody', ...rows))]
}

function resolved(schema) {
  return schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)] ?? {}
}

function typeOf(schema) {
  const types = [schema?.type ?? (schema?.anyOf ?? schema?.oneOf ?? []).map((each) => resolved(each)?.type)].flat().filter(Boolean)
  const items = schema?.type === 'array' ? resolved(schema.items)?.type : undefined
  return types.join(' or ') + (items === undefined ? '' : ' of ' + items) + (schema?.format === undefined ? '' : ' (' + schema.format + ')')
}

function only(text) {
  const words = text.toLowerCase().split(/\\s+/)
  let count = 0
  for (const details of document.querySelectorAll('.operation')) {
    details.hidden = !words.every((word) => details.dataset.text.includes(word))
    if (!details.hidden) count += 1
  }
  for (const section of document.querySelectorAll('section')) section.hidden = section.querySelector('.operation:not([hidden])') === null
  document.getElementById('found').textContent = count + ' operations'
}

/** The operation that the address names (#get_cms_v2_posts). */
function open() {
  const named = document.getElementById(location.hash.slice(1))
  if (named?.matches('.operation')) {
    named.open = true
    named.scrollIntoView()
  }
}
`
