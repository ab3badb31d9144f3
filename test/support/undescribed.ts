// Finds what a schema does not describe.
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql'

/** Names of types, fields, arguments, members of inputs and values; the built-in types have theirs from the library. */
export function undescribed(schema: GraphQLSchema): readonly string[] {
  const found: string[] = []
  const see = (name: string, { description }: { readonly description?: string | null | undefined }) => {
    if (!description) found.push(name)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    see(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) see(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) see(`${type.name}.${field.name}`, field)
    if (isObjectType(type) || isInterfaceType(type))
      for (const { name, args } of Object.values(type.getFields()))
        for (const arg of args) see(`${type.name}.${name}(${arg.name})`, arg)
  }
  return found
}
