// The average lengths of introspection's lists in a schema, by type and field: `__Type.fields`.
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLSchema,
} from 'graphql'

export function introspectedSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap())
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields = withFields.flatMap((type) => Object.values(type.getFields()))
  const directives = schema.getDirectives()
  const perType = (count: number) => count / types.length
  return new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', directives.length],
    ['__Type.fields', perType(fields.length)],
    ['__Type.interfaces', perType(sum(withFields, (type) => type.getInterfaces().length))],
    [
      '__Type.possibleTypes',
      perType(
        sum(types, (type) =>
          isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type).length : 0,
        ),
      ),
    ],
    ['__Type.enumValues', perType(sum(types, (type) => (isEnumType(type) ? type.getValues().length : 0)))],
    [
      '__Type.inputFields',
      perType(sum(types, (type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0))),
    ],
    ['__Field.args', sum(fields, ({ args }) => args.length) / Math.max(1, fields.length)],
    ['__Directive.args', sum(directives, ({ args }) => args.length) / Math.max(1, directives.length)],
  ])
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
