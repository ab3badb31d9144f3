// Makes the field values of one request's nodes. An expensive value is made once for a row and its arguments,
// whatever the aliases; texts cost by their length; and a request that makes many values yields the thread in
// between.
import { fail } from '../core/failure.ts'
import { createTurns } from '../core/turns.ts'
import { textOf } from '../database/tables.ts'
import type { NodeField } from '../registry/node.ts'
import type { NodeKind } from './kinds.ts'
import { toGraphError } from './context.ts'
import type { Node } from './nodes.ts'

/** The parts of a node field that make its value. */
export type Made = Pick<NodeField, 'name' | 'columns' | 'cost' | 'value'>

export interface Making {
  /** Returns the field's value or a promise of it. Throws once the request exceeds its cost limit. */
  readonly value: (field: Made, node: Node<NodeKind>, args?: Readonly<Record<string, unknown>>) => unknown
  /** The cost of the document, plus that of the texts made so far. */
  readonly cost: () => number
  readonly isTooCostly: () => boolean
}

/** The characters of a text that cost one, where its length costs more than its field. */
const charactersPerCost = 400

export function createMaking(documentCost: number, costMax: number): Making {
  const inTurn = createTurns()
  const dear = new Map<string, unknown>()
  let cost = documentCost
  const isTooCostly = () => cost > costMax
  const refuseMore = () => {
    if (isTooCostly()) throw toGraphError(fail('cost_too_high'))
  }
  return {
    value: (field, node, args = noArgs) =>
      inTurn(() => {
        refuseMore()
        const isDear = field.cost !== undefined
        const value = isDear ? valueOnce(field, node, args, dear) : valueOf(field, node, args)
        // An expensive value takes time by the length of its source; null must not reveal the length of a hidden text
        const source = isDear && value !== null ? sourceLength(field, node) : 0
        cost += extraCost(field, Math.max(source, lengthOf(value)))
        refuseMore()
        return value
      }, field.cost === undefined),
    cost: () => cost,
    isTooCostly,
  }
}

type Args = Readonly<Record<string, unknown>>
const noArgs: Args = {}

function valueOf(field: Made, { input }: Node<NodeKind>, args: Args): unknown {
  return field.value(args === noArgs ? input : { ...input, args })
}

function valueOnce(field: Made, node: Node<NodeKind>, args: Args, made: Map<string, unknown>): unknown {
  const version = node.isPreview === true ? 'preview ' : ''
  const said = JSON.stringify(args)
  const key = `${version}${node.kind.resource.name} ${textOf(node.input.row, 'id')} ${field.name} ${said}`
  if (made.has(key)) return made.get(key)
  const make = () => valueOf(field, node, args)
  const value = node.texts ? node.texts.value(field.value, said, make) : make()
  made.set(key, value)
  return value
}

/** The cost of so many characters beyond the field's own cost. */
function extraCost({ cost = 1 }: Made, length: number): number {
  return Math.max(0, Math.ceil(length / charactersPerCost) - cost)
}

function sourceLength({ columns }: Made, { input: { row } }: Node<NodeKind>): number {
  return columns.reduce((sum, column) => sum + lengthOf(row[column]), 0)
}

/** The number of characters of a text, or of the texts in a list. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return Array.isArray(value) ? value.reduce<number>((sum, each) => sum + lengthOf(each), 0) : 0
}
