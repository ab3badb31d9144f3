// WPGraphQL over HTTP: one operation by GET, one or several by POST, answers of 200 with errors inside. Documents, limits, cost
// and cache are shared with Lectern's own views.
import { execute, GraphQLError, OperationTypeNode, type ExecutionResult } from 'graphql'
import { getOperationAST } from 'graphql'
import { fail, isFailure, statusOf, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { refusalHeaders } from '../core/refusal-headers.ts'
import { jsonReply, noTags, replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { seesWhatAllSee, type Viewer } from '../core/viewer.ts'
import { bugBehind } from '../graphql/client-errors.ts'
import { toGraphError } from '../graphql/context.ts'
import { tooCostly } from '../graphql/cost-extension.ts'
import type { DocumentOptions } from '../graphql/documents.ts'
import { createMaking } from '../graphql/making.ts'
import { refuseVariables, type VariableLimits } from '../graphql/variables.ts'
import type { ReadCursors } from '../read/cursor-keys.ts'
import type { Operation } from '../registry/endpoint.ts'
import { escaped } from '../core/entities.ts'
import { cacheKeyOf, targetOf, type Asking } from './cache-key.ts'
import { changesSite } from './changes.ts'
import { ownMutations, type LoginContext, type Logins } from './mutations.ts'
import { isOne, paramsOfAddress, paramsOfBody, type Asked, type Params } from './params.ts'
import { typeOf } from './schema.ts'
import { open, readText, type Opened, type OpenOptions } from './opened.ts'
import type { WpDocument } from './served.ts'

export interface WpEndpointOptions extends OpenOptions {
  readonly path: string
  readonly readCursors: ReadCursors
  readonly limits: {
    readonly variables: VariableLimits
    readonly costMax: number
    /** The operations that a batch may have. */
    readonly operationsMax: number
  }
  /** Null where the gateway issues no tokens. */
  readonly logins: Logins | null
  /** The limits of documents that are parsed to decide whether they are proxied to WordPress; null where none is proxied. */
  readonly passing: DocumentOptions['limits'] | null
  readonly observe: Observe
}

/** An empty answer has a Content-Type, too, as in WPGraphQL. */
const jsonType = [['Content-Type', 'application/json; charset=UTF-8']] as const

interface Answered {
  readonly body: ExecutionResult
  readonly status: number
  /** True for a query that was answered without errors. */
  readonly whole: boolean
}

export function createWpOperation(options: WpEndpointOptions): (request: Request) => Operation {
  const { path } = options
  return (request) => {
    let asked: Promise<Asked> | null = null
    // Params in a body are known once it has been read
    let known = paramsOfAddress(request)
    const read = async () => (known ??= await paramsOfBody(request))
    const params = () => (asked ??= read())
    return {
      servedBy: 'gateway',
      ...(options.passing && request.method === 'POST'
        ? { passedOn: async () => isPassedOn(await params(), options) }
        : {}),
      path: () => path,
      cacheKey: async () => cacheKeyOf(await params(), (one) => readDocument(one, options)),
      // A request is replayed only after it was answered, so its params are known
      replay: () => (known === null ? null : targetOf(known, path)),
      answer: async (viewer) => answer(await params(), request, viewer, options),
      refuse: async (failure, viewer) => refusal(failure, viewer),
    }
  }
}

/** True for a request that is proxied to WordPress; a batch is proxied as a whole. */
function isPassedOn(asked: Asked, { passing, persisted, limits, logins }: WpEndpointOptions): boolean {
  if (passing === null || isFailure(asked) || 'status' in asked) return false
  const operations = isOne(asked) ? [asked] : asked
  if (operations.length > limits.operationsMax) return false
  return changesSite(operations, { persisted, limits: passing, own: logins ? ownMutations : noMutations })
}

const noMutations: ReadonlySet<string> = new Set()

/** Reads a document by its text or its hash; null where it may not run, or its variables are refused. */
async function readDocument(
  { query, hash, variables }: Params,
  options: WpEndpointOptions,
): Promise<Asking | null> {
  if (refuseVariables(variables, options.limits.variables)) return null
  const text = options.persisted.find(query, hash)
  const opened = isFailure(text) ? null : await open(options, null)
  if (isFailure(text) || opened === null || isFailure(opened)) return null
  const read = readText(text, hash, opened, options)
  return 'errors' in read ? null : { text, document: read.document }
}

async function answer(
  asked: Asked,
  { method, client }: Request,
  viewer: Viewer,
  options: WpEndpointOptions,
): Promise<Reply> {
  if (isFailure(asked)) return refusal(asked, viewer)
  if ('status' in asked && asked.message === '') return replyOf(asked.status, '', { headers: jsonType })
  if ('status' in asked) return jsonReply(asked.status, { errors: [{ message: asked.message }] })
  const opened = await open(options, viewer)
  if (isFailure(opened)) return refusal(opened, viewer)
  return answerAll(asked, { method, viewer, opened, options, address: client.address }).finally(() =>
    opened.texts?.end(),
  )
}

interface Answering extends Pick<Around, 'viewer' | 'opened' | 'options' | 'address'> {
  readonly method: string
}

async function answerAll(
  asked: Params | readonly Params[],
  { method, viewer, opened, options, address }: Answering,
): Promise<Reply> {
  const operations = isOne(asked) ? [asked] : asked
  if (operations.length > options.limits.operationsMax)
    return refusal(
      fail('document_too_large', `A batch has at most ${options.limits.operationsMax} operations.`),
      viewer,
    )
  const failures: Failure[] = []
  const { reading } = opened
  const answers: Answered[] = []
  let costLeft = options.limits.costMax
  for (const each of operations) {
    const one = await answerOne(each, method, {
      viewer,
      opened,
      failures,
      costLeft,
      options,
      address,
    })
    costLeft -= one.cost
    answers.push(one.answered)
  }
  const grave = failures.find((failure) => statusOf(failure, viewer) >= 500)
  const [first] = answers
  const whole = answers.every((each) => each.whole)
  return jsonReply(
    grave ? statusOf(grave, viewer) : isOne(asked) ? (first?.status ?? 200) : 200,
    isOne(asked) ? first?.body : answers.map(({ body }) => body),
    {
      headers: grave ? refusalHeaders(grave, viewer) : [],
      tags: whole ? reading.tags : noTags,
      ran: reading.ran,
      store: whole && seesWhatAllSee(viewer) ? 'shared' : 'never',
    },
  )
}

interface Around {
  readonly viewer: Viewer
  readonly opened: Opened
  readonly failures: Failure[]
  readonly costLeft: number
  readonly options: WpEndpointOptions
  /** The network address of the client. */
  readonly address: string
}

interface Costed {
  readonly answered: Answered
  readonly cost: number
}

async function answerOne(params: Params, method: string, around: Around): Promise<Costed> {
  const { opened, options } = around
  const refused = (message: string | GraphQLError, status = 200): Costed => ({
    answered: {
      body: { errors: [typeof message === 'string' ? new GraphQLError(message) : message] },
      status,
      whole: false,
    },
    cost: 0,
  })
  const { hash: sentHash, operationName, variables } = params
  if (params.query === null && sentHash === null) return refused('A request has a query, or the hash of one.')
  const large = refuseVariables(variables, options.limits.variables)
  if (large) return refused(large)
  const query = options.persisted.find(params.query, sentHash)
  if (isFailure(query)) return refused(toGraphError(query))
  const read = readText(query, sentHash, opened, options)
  if ('errors' in read) {
    const isSyntax = read.errors.some(({ message }) => message.startsWith('Syntax Error'))
    return {
      answered: { body: { errors: read.errors }, status: isSyntax ? 500 : 200, whole: false },
      cost: 0,
    }
  }
  const operation = getOperationAST(read.document, operationName)
  if (!operation) return refused('The document has no operation of this name, or several and none is named.')
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return refused('There are no subscriptions.')
  if (operation.operation === OperationTypeNode.MUTATION && method === 'GET')
    return refused('By GET only queries are answered.')
  const cost = read.costOf(operation, variables)
  if (cost > around.costLeft) return refused(tooCostly(cost, around.costLeft))
  return executed(read, { ...params, variables }, cost, around)
}

async function executed(
  { schema, document }: WpDocument,
  { operationName, variables }: Params,
  cost: number,
  { viewer, opened: { reading, site, texts }, failures, costLeft, options, address }: Around,
): Promise<Costed> {
  const cursors = await options.readCursors(reading)
  if (isFailure(cursors)) {
    failures.push(cursors)
    return { answered: { body: { errors: [toGraphError(cursors)] }, status: 200, whole: false }, cost }
  }
  const making = createMaking(cost, costLeft)
  const contextValue: LoginContext = {
    viewer,
    reading,
    site,
    cursors,
    making,
    texts,
    failures,
    logins: options.logins,
    address,
  }
  const result = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue,
    typeResolver: typeOf,
  })
  const errors = result.errors?.map((error) => forClients(error, options.observe))
  const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY
  return {
    answered: {
      body: errors ? { errors, ...('data' in result ? { data: result.data ?? null } : {}) } : result,
      status: 200,
      whole: isQuery && errors === undefined,
    },
    cost: making.cost(),
  }
}

/** Observes an error of a resolver that is no refusal, which is a bug, and hides it from clients. */
function forClients(error: GraphQLError, observe: Observe): GraphQLError {
  const bug = bugBehind(error)
  if (bug === null) return error
  observe({ kind: 'error', error: bug, during: 'resolving a GraphQL document' })
  return new GraphQLError('Internal server error', { nodes: error.nodes ?? null, path: error.path ?? null })
}

function refusal(failure: Failure, viewer: Viewer): Reply {
  const errors = [{ ...toGraphError(failure).toJSON(), message: escaped(failure.message) }]
  return jsonReply(statusOf(failure, viewer), { errors }, { headers: refusalHeaders(failure, viewer) })
}
