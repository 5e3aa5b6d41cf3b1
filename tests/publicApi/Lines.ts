import ts from "typescript"
import { type Print, sorted } from "./Print.js"

/** A longer type is written as one line for each of its parts, so that only the lines of changed parts change. */
const MAX_LENGTH = 140

/** The types of endpoints and groups are as long as the API: `openapi.json` shows what they say. */
const HTTP_API = /^HttpApi\w*\./

type Typed = ts.Node | undefined

const isHidden = (member: ts.ClassElement | ts.TypeElement): boolean =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
  (ts.canHaveModifiers(member) &&
    (ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))

/** The parts of a long type, each with what is added to the path of the type. */
const partsOf = (node: ts.Node, print: Print): ReadonlyArray<readonly [step: string, part: ts.Node]> => {
  const { typeArguments } = node as Partial<ts.NodeWithTypeArguments>
  if (typeArguments !== undefined) return typeArguments.map((part, index) => [`<${index}>`, part])
  if (ts.isFunctionLike(node)) {
    const parameters = node.parameters.flatMap(({ name, type }) =>
      type === undefined ? [] : [[`(${name.getText()})`, type] as const]
    )
    return [...parameters, ...(node.type === undefined ? [] : [["()", node.type] as const])]
  }
  if (ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node)) return [["", node.type]]
  if (ts.isArrayTypeNode(node)) return [["[]", node.elementType]]
  if (ts.isTupleTypeNode(node)) return node.elements.map((part, index) => [`[${index}]`, part])
  if (ts.isUnionTypeNode(node)) return sorted(node, print).map((part) => [`|${keyOf(part, print)}`, part])
  if (ts.isIntersectionTypeNode(node)) return node.types.map((part) => [`&${keyOf(part, print)}`, part])
  return []
}

/** What tells one part of a union from the others, even if their order changes: its name and its first text. */
const keyOf = (node: ts.Node, print: Print): string => {
  if (ts.isImportTypeNode(node) || ts.isTypeReferenceNode(node)) {
    const [first] = node.typeArguments ?? []
    return `${headOf(node, print)}${first !== undefined && ts.isLiteralTypeNode(first) ? first.getText() : ""}`
  }
  return ""
}

/** A long type without its parts. */
const headOf = (node: ts.Node, print: Print): string => {
  if (ts.isTypeReferenceNode(node)) return print(node.typeName)
  if (ts.isExpressionWithTypeArguments(node)) return print(node.expression)
  if (ts.isImportTypeNode(node)) return print(node).split("<")[0] ?? ""
  if (ts.isFunctionLike(node)) {
    const types = node.typeParameters === undefined ? "" : `<${node.typeParameters.map(print).join(", ")}>`
    return `${types}(${node.parameters.map(({ name }) => name.getText()).join(", ")}) =>`
  }
  return ts.SyntaxKind[node.kind]
}

const nameOf = ({ name }: ts.TypeElement): string => name?.getText() ?? ""

/** The members by name: in inferred types, the compiler orders them by what else it has compiled. */
const inOrder = (members: ReadonlyArray<ts.TypeElement>): ReadonlyArray<ts.TypeElement> =>
  members.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other))))

/** The lines of a type, each of which starts with the path of what it says. */
const ofType = (path: string, node: Typed, print: Print): ReadonlyArray<string> => {
  if (node === undefined) return [path]
  if (ts.isTypeLiteralNode(node)) return inOrder(node.members).flatMap((member) => ofMember(path, member, print))
  const text = print(node)
  if (HTTP_API.test(text) && text.length > MAX_LENGTH) return [`${path}: ${headOf(node, print)}<...>`]
  const parts = text.length > MAX_LENGTH ? partsOf(node, print) : []
  if (parts.length === 0) return [`${path}: ${text}`]
  const isOnlyParts = ts.isTypeOperatorNode(node) || ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)
  return [
    ...(isOnlyParts ? [] : [`${path}: ${headOf(node, print)}`]),
    ...parts.flatMap(([step, part]) => ofType(`${path}${step}`, part, print))
  ]
}

const ofMember = (path: string, member: ts.ClassElement | ts.TypeElement, print: Print): ReadonlyArray<string> => {
  if (isHidden(member)) return []
  const name = member.name === undefined ? "" : `.${member.name.getText()}`
  const isStatic =
    ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
  const optional = "questionToken" in member && member.questionToken !== undefined ? "?" : ""
  const place = `${isStatic ? "static " : ""}${path}${name}${optional}`
  if (ts.isPropertySignature(member)) return ofType(place, member.type, print)
  if (ts.isPropertyDeclaration(member)) return ofType(place, member.type ?? member.initializer, print)
  if (ts.isAccessor(member)) return ofType(place, member.type ?? member.parameters[0]?.type, print)
  return ofType(place, member, print)
}

const withParameters = (name: string, node: ts.DeclarationWithTypeParameterChildren, print: Print): string =>
  `${name}${node.typeParameters === undefined ? "" : `<${node.typeParameters.map(print).join(", ")}>`}`

/** The lines of a declaration under a name. */
export const ofDeclaration = (name: string, node: ts.Declaration, print: Print): ReadonlyArray<string> => {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const word = ts.isClassDeclaration(node) ? "class" : "interface"
    const heritage = (node.heritageClauses ?? []).flatMap(({ types }) => types)
    const members: ReadonlyArray<ts.ClassElement | ts.TypeElement> = node.members
    return [
      `${word} ${withParameters(name, node, print)}`,
      ...heritage.flatMap((type) => ofType(`${name} extends`, type, print)),
      ...members.flatMap((member) => ofMember(name, member, print))
    ]
  }
  if (ts.isTypeAliasDeclaration(node)) {
    const named = withParameters(name, node, print)
    return [...(named === name ? [] : [`type ${named}`]), ...ofType(`type ${name}`, node.type, print)]
  }
  if (ts.isVariableDeclaration(node)) return ofType(name, node.type ?? node.initializer, print)
  if (ts.isFunctionDeclaration(node)) return ofType(name, node, print)
  throw new Error(`The report cannot show ${name}, a ${ts.SyntaxKind[node.kind]}`)
}
