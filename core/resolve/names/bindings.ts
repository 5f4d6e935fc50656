/**
 * The meaning of a binding or a definition when its name is read.
 *
 * Stage: resolve. Invariant: each binding is evaluated once per ref, unless it is in a cycle.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isCallable, listItems, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { contextualParameter, expectedSelf } from "../calls/expectations.ts";
import { evaluateType, evaluateValue, remember } from "../evaluate.ts";
import {
  CLASS,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  fileOf,
  held,
  instance,
  isKnown,
  madeBy,
  type Meaning,
  named,
  ownType,
  partsOf,
  rowOf,
  Tag,
  typeParameter,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { inheritedParameter } from "../members/overridden.ts";
import type { FileView } from "../state/file_view.ts";
import { asInstance } from "../traits/traits.ts";
import { TYPE_FORMS } from "../types/generic_aliases.ts";
import { fillHoles, hasHole } from "../types/holes.ts";
import { buildsOnOutside } from "../types/inheritance.ts";
import { capturedParameters } from "../types/type_arguments.ts";
import type { World } from "../world.ts";
import { moduleBeside } from "./import_targets.ts";
import { importMeaning } from "./import_meanings.ts";
import { orLeftOut } from "./left_out.ts";
import { isModule, outerName, Space } from "./names.ts";
import { besideDeclared, isKindOf, narrowedByValue } from "./narrowing.ts";
import { implementedType } from "./owners.ts";
import { isPlainAlias } from "./plain_aliases.ts";
import { orValue, sourceOf, typeInStub } from "./stubs.ts";

/** The meaning of a binding's name, as a value or as a type. As a holder (`Space.holder`) it is not memoized. */
export function bindingMeaning(world: World, view: FileView, row: number, space: number): Meaning {
  if (space === Space.holder) return evaluateBinding(world, view, row, space);
  if (space === Space.type) return remember(world, view, view.bindingTypes, row, bindingType);
  const meaning = remember(world, view, view.bindings, row, bindingValue);
  // A callee is not a module: the import may provide a function of the same name beside it.
  const isBoth = space === Space.call && view.facts.bindings.kind[row] === BindingKind.import && isModule(world, meaning);
  return isBoth ? evaluateBinding(world, view, row, space) : meaning;
}

function bindingType(world: World, view: FileView, row: number): Meaning {
  return evaluateBinding(world, view, row, Space.type);
}

function bindingValue(world: World, view: FileView, row: number): Meaning {
  return evaluateBinding(world, view, row, Space.value);
}

function evaluateBinding(world: World, view: FileView, row: number, space: number): Meaning {
  const { bindings } = view.facts;
  switch (bindings.kind[row]) {
    case BindingKind.definition:
      return definitionValue(world, sourceOf(world, definitionId(view.index, bindings.definition[row]!)), space);
    case BindingKind.import:
      if (bindings.flags[row]! & BindingFlag.guessed && !bearsName(world, view, row)) {
        return outerName(world, view, view.text(bindings.name[row]!), bindings.scope[row]!, space);
      }
      return moduleBeside(world, view, row) ??
        orLeftOut(world, view, row, importMeaning(world, view, bindings.import_[row]!, space), space);
    case BindingKind.typeParameter: {
      const bound = bindings.type[row]!;
      if (bindings.flags[row]! & BindingFlag.imported) return typeParameter(view.index, row, importedBound(world, view, bound));
      return typeParameter(view.index, row, bound === 0 ? ownersBound(world, view, row) : evaluateType(world, view, bound));
    }
    case BindingKind.parameter:
      return held(parameterMeaning(world, view, row));
    default: {
      if (space === Space.type && world.rules.constantParameters) return constantParameter(view, row);
      const declared = bindings.type[row]!;
      const value = bindings.value[row]!;
      if (bindings.kind[row] === BindingKind.narrowing) return narrowedMeaning(world, view, value);
      if (declared !== 0) {
        const type = evaluateType(world, view, declared);
        const isOpen = value !== 0 && hasHole(type);
        const narrowed = narrowsAt(world, view, row)
          ? narrowedByValue(world, type, asInstance(world, evaluateValue(world, view, value)))
          : undefined;
        if (narrowed !== undefined) return held(narrowed);
        if (type.tag !== Tag.unknown) return held(isOpen ? fillHoles(world, type, evaluateValue(world, view, value)) : type);
      }
      const stubbed = declared === 0
        ? typeInStub(world, view, view.facts.scopes.definition[bindings.scope[row]!]!, view.text(bindings.name[row]!))
        : UNKNOWN;
      if (stubbed.tag !== Tag.unknown) return held(orValue(world, view, stubbed, value));
      if (value === 0) return UNKNOWN;
      const meaning = asInstance(world, evaluateValue(world, view, value));
      const before = declared === 0 ? declaredBefore(world, view, row) : 0;
      if (before !== 0) {
        const said = bindingMeaning(world, view, before, space);
        const isSure = !meaning.weak && isKnown(meaning);
        const both = isSure ? besideDeclared(world, said, meaning) : undefined;
        if (both !== undefined) return held(both);
        // A value certainly of a type is more informative than one likely of a subtype.
        const isLess = !isKnown(meaning) || partsOf(meaning).every((part) => partsOf(said).some((one) => isKindOf(world, part, one)));
        if (!isSure && isLess) return said;
      }
      const isItself = (bindings.flags[row]! & BindingFlag.alias) !== 0 || isModuleRead(view, value) ||
        isPlainAlias(world, view, bindings.definition[row]!, meaning);
      return isItself ? meaning : held(meaning);
    }
  }
}

/** A constant among the parameters of a type, determined by its arguments; any other variable is not a type. */
function constantParameter({ index, facts: { bindings } }: FileView, row: number): Meaning {
  return bindings.flags[row]! & BindingFlag.hoisted ? typeParameter(index, row, undefined) : UNKNOWN;
}

/** Whether a name with a declared type is known to hold its initializer until another value is assigned: a function's variable. */
function narrowsAt(world: World, { facts: { bindings, scopes } }: FileView, row: number): boolean {
  return bindings.value[row] !== 0 && isRebound(world) && bindings.kind[row] !== BindingKind.field &&
    scopes.kind[bindings.scope[row]!] === ScopeKind.function;
}

/** Whether each assignment rebinds a name, in the order of execution. */
function isRebound({ rules }: World): boolean {
  return rules.assignmentsBind && !rules.blockScoped;
}

/** The declaration of a name (`x: T`, a parameter) to which a less informative value is assigned later; 0: none. */
function declaredBefore(world: World, view: FileView, row: number): number {
  const { bindings } = view.facts;
  if (!isRebound(world) || bindings.kind[row] === BindingKind.field) return 0;
  let found = 0;
  for (let other = view.names.first(bindings.scope[row]!, bindings.name[row]!); other !== 0; other = view.names.next(other)) {
    if (other === row || bindings.at[other]! > bindings.at[row]!) break;
    const declares = bindings.kind[other] === BindingKind.parameter || bindings.kind[other] === bindings.kind[row];
    if (bindings.type[other] !== 0 && declares) found = other;
  }
  return found;
}

/** The meaning of a name narrowed by a test; a test that may say nothing leaves it unchanged. */
function narrowedMeaning(world: World, view: FileView, value: number): Meaning {
  if (value === 0) return UNKNOWN;
  const meaning = evaluateValue(world, view, value);
  return view.facts.expressions.op[value] === Op.guarded || meaning.tag === Tag.definition ? meaning : held(meaning);
}

/** The bound of a type parameter that is a variable of another module; another name denotes its type. */
function importedBound(world: World, view: FileView, variable: number): Meaning | undefined {
  const meaning = evaluateType(world, view, variable);
  if (meaning.tag === Tag.parameter) return meaning.result;
  return meaning.tag === Tag.instance ? meaning : undefined;
}

/**
 * The bound of a type parameter that a method's receiver renames (`func (l List[T]) …`): that of the type's parameter at the same position.
 */
function ownersBound(world: World, view: FileView, row: number): Meaning | undefined {
  const { bindings, definitions, expressions, scopes } = view.facts;
  let owner = definitions.owner[scopes.definition[bindings.scope[row]!]!]!;
  while (expressions.op[owner] === Op.reference) owner = expressions.a[owner]!;
  if (owner === 0 || expressions.op[owner] !== Op.apply) return undefined;
  const names = listItems(view.facts, expressions.b[owner]!);
  const position = names.findIndex((item) => expressions.op[item] === Op.name && expressions.a[item] === bindings.name[row]);
  const type = evaluateValue(world, view, expressions.a[owner]!);
  if (position < 0 || type.tag !== Tag.definition) return undefined;
  const home = world.viewOf(type.definition);
  const own = home.typeParameters(rowOf(type.definition))[position];
  const bound = own === undefined ? 0 : home.facts.bindings.type[own]!;
  return bound === 0 ? undefined : evaluateType(world, home, bound);
}

/**
 * Whether a module of the repository has the name guessed for it. For external ones this is not known, except that it is neither a name
 * declared in the package beside the import, nor the name of a repository module that the file imports.
 */
function bearsName(world: World, view: FileView, row: number): boolean {
  const { bindings, imports } = view.facts;
  const name = view.text(bindings.name[row]!);
  if (world.rules.packageScope) {
    world.askName(name);
    if (world.repository.inPackage(view.index, name).length > 0) return false;
  }
  const target = world.targets.of(view.text(imports.module[bindings.import_[row]!]!), view.index);
  return target.kind === "inside" ? world.modules.nameOf(target.paths[0]!) === name : !world.targets.packageNames(view).has(name);
}

/** `require("x")` and its members: an import in the form of an assignment. */
function isModuleRead(view: FileView, expression: number): boolean {
  const { expressions } = view.facts;
  for (let depth = 0; depth < 8; depth++) {
    const op = expressions.op[expression]!;
    // A name that the file itself exports is not an import: a variable holds it.
    if (op === Op.module) return expressions.a[expression] !== 0;
    if (op === Op.name) {
      const rows = view.find(1, expressions.a[expression]!);
      const value = rows.length === 1 ? view.facts.bindings.value[rows[0]!]! : 0;
      if (value === 0 || value === expression) return false;
      expression = value;
      continue;
    }
    // A value asserted to be of a module's type is still an import (`const { run }: typeof Jobs = load("./jobs")`).
    const isDetermined = op === Op.cast && expressions.op[expressions.a[expression]!] === Op.typeOf;
    if (!isDetermined && op !== Op.member && op !== Op.item && op !== Op.await) return false;
    expression = isDetermined ? expressions.b[expression]! : expressions.a[expression]!;
  }
  return false;
}

/** The class, trait or impl whose body contains `scope`, as its type; undefined outside of any. */
export function enclosingType(world: World, view: FileView, scope: number): Meaning | undefined {
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    const definition = scopes.definition[s]!;
    if (definition === 0) continue;
    const kind = scopes.kind[s]!;
    // A class, or a constructor function, stored in a member is still the receiver type of its own methods.
    const ofKind = definitions.kind[definition]!;
    const isKept = kind === ScopeKind.class ? ofKind === DefinitionKind.class : ofKind === DefinitionKind.function;
    if (definitions.owner[definition]! !== 0 && !isKept) return implementedType(world, view, definition);
    // `Self` in a variant is its enum.
    if (definitions.kind[definition] === DefinitionKind.enum_member) continue;
    if (kind === ScopeKind.class && definitions.kind[definition] !== DefinitionKind.type_alias) {
      const expected = definitions.kind[definition] === DefinitionKind.object ? expectedSelf(world, view, definition) : undefined;
      if (expected !== undefined) return expected;
      return instance(definitionId(view.index, definition));
    }
    if (kind === ScopeKind.module || kind === ScopeKind.namespace) break;
  }
  // A plain function used as a constructor has instances of its own.
  const definition = scopes.definition[scope]!;
  return isCallable(definitions.kind[definition]!) ? instance(definitionId(view.index, definition)) : undefined;
}

function parameterMeaning(world: World, view: FileView, row: number): Meaning {
  const { bindings, scopes, definitions } = view.facts;
  const flags = bindings.flags[row]!;
  const declared = bindings.type[row]!;
  if (declared !== 0) {
    const type = evaluateType(world, view, declared);
    // A type declared for all arguments together (`*args: *tuple[A, B]`, `**options: Unpack[Options]`).
    const isWhole = view.facts.expressions.op[declared] === Op.spread;
    const isOne = (flags & (BindingFlag.rest | BindingFlag.keywords)) !== 0 && !isWhole;
    if (type.tag !== Tag.unknown) return isOne ? sequenceOf(world, type, flags) : type;
  }
  const owner = scopes.definition[bindings.scope[row]!]!;
  const stubbed = declared === 0 ? typeInStub(world, view, owner, view.text(bindings.name[row]!)) : UNKNOWN;
  if (stubbed.tag !== Tag.unknown) return stubbed;
  if (flags & BindingFlag.receiver) {
    const type = enclosingType(world, view, scopes.parent[bindings.scope[row]!]!);
    if (type === undefined) return UNKNOWN;
    const self = ownType(type);
    return owner !== 0 && definitions.flags[owner]! & DefinitionFlag.classmethod ? definitionMeaning(type.definition, self) : self;
  }
  const expected = owner === 0 ? UNKNOWN : contextualParameter(world, view, owner, row);
  if (expected.tag !== Tag.unknown) return expected;
  const inherited = owner !== 0 && world.rules.parametersInherit === true ? inheritedParameter(world, view, owner, row) : UNKNOWN;
  if (inherited.tag !== Tag.unknown) return inherited;
  if (flags & (BindingFlag.keywords | BindingFlag.rest)) return sequenceOf(world, UNKNOWN, flags);
  const value = bindings.value[row]!;
  return value === 0 ? expected : weaken(evaluateValue(world, view, value));
}

function sequenceOf(world: World, item: Meaning, flags: number): Meaning {
  const { keywordsType = "", restType } = world.rules;
  const isByName = (flags & BindingFlag.keywords) !== 0;
  const definition = world.library.definition(isByName ? keywordsType : restType);
  return definition === 0 ? UNKNOWN : instance(definition, isByName ? [UNKNOWN, item] : [item]);
}

/** The meaning of naming a definition: the definition itself, or the value of a variable. */
export function definitionValue(world: World, id: DefinitionId, space: number): Meaning {
  const kind = world.kindOf(id);
  if (kind === DefinitionKind.variable || kind === DefinitionKind.constant || kind === DefinitionKind.field) {
    const view = world.viewOf(id);
    world.ask(fileOf(id));
    if (space === Space.holder) return definitionMeaning(id);
    return space === Space.type
      ? remember(world, view, view.typesOfDefinitions, rowOf(id), variableType)
      : remember(world, view, view.valuesOfDefinitions, rowOf(id), variableValue);
  }
  const isOfLibrary = space === Space.type && world.parentOf(id) === definitionId(world.library.file, MODULE_ROW);
  if (isOfLibrary && world.rules.dynamicTypes.includes(world.nameOf(id))) return UNKNOWN;
  return kind === DefinitionKind.function
    ? definitionMeaning(id, undefined, capturedParameters(world, world.viewOf(id), rowOf(id)))
    : definitionMeaning(id);
}

function variableType(world: World, view: FileView, definition: number): Meaning {
  return variableMeaning(world, view, definition, Space.type);
}

function variableValue(world: World, view: FileView, definition: number): Meaning {
  return variableMeaning(world, view, definition, Space.value);
}

/** Whether a type, or part of an object type (`Model & Own`), is external. */
function liesOutside(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.instance || world.kindOf(definition) !== DefinitionKind.object) return tag === Tag.external;
  return buildsOnOutside(world, definition);
}

/** Whether a name permanently holds one object, which is its initializer. */
function isConstantObject({ facts: { definitions, expressions } }: FileView, definition: number): boolean {
  const value = definitions.value[definition]!;
  return definitions.kind[definition] === DefinitionKind.constant && expressions.op[value] === Op.definition &&
    definitions.kind[expressions.a[value]!] === DefinitionKind.object;
}

function variableMeaning(world: World, view: FileView, definition: number, space: number): Meaning {
  const { definitions } = view.facts;
  const declared = definitions.type[definition]!;
  const value = definitions.value[definition]!;
  const parameters = definitions.typeParameters[definition]!;
  if (parameters !== 0 && space === Space.type) return bindingMeaning(world, view, listItems(view.facts, parameters)[0]!, space);
  if (declared !== 0) {
    const type = evaluateType(world, view, declared);
    // An external type is unknown; the object literal is likely what runs.
    const isWritten = partsOf(type).every((part) => liesOutside(world, part)) && space !== Space.type &&
      isConstantObject(view, definition);
    if (isWritten) return held(weaken(evaluateValue(world, view, value)));
    if (type.tag !== Tag.unknown) return held(value === 0 ? type : madeBy(type, view.index, value));
  }
  const stubbed = declared === 0 && space !== Space.type
    ? typeInStub(world, view, definitions.parent[definition]!, view.name(definition))
    : UNKNOWN;
  if (stubbed.tag !== Tag.unknown) return held(orValue(world, view, stubbed, value));
  if (value === 0) return UNKNOWN;
  if (space === Space.type && TYPE_FORMS.has(view.facts.expressions.op[value]!)) return asWritten(evaluateType(world, view, value));
  const meaning = takenFromOutside(world, view, value);
  if (space === Space.type && meaning.tag === Tag.definition) return meaning;
  const isItself = (isModuleRead(view, value) && !isObjectField(view, definition)) || isPlainAlias(world, view, definition, meaning);
  return isItself ? meaning : held(meaning);
}

/** The value of a variable; a member of something external (`const { getJob } = make(jobs)`) leads back to what that received. */
function takenFromOutside(world: World, view: FileView, value: number): Meaning {
  const meaning = evaluateValue(world, view, value);
  const isMember = meaning.tag === Tag.external && world.rules.separateTypes === true && view.facts.expressions.op[value] === Op.member;
  return isMember ? madeBy(meaning, view.index, value) : meaning;
}

/** Whether a definition is a property with a name of its own in an object literal, which may be assigned another value. */
function isObjectField({ facts: { definitions } }: FileView, definition: number): boolean {
  return definitions.kind[definition] === DefinitionKind.field &&
    definitions.kind[definitions.parent[definition]!] === DefinitionKind.object;
}

/**
 * The type that an alias stands for: a class among its parts denotes its values (`Kinds = type[A] | type[B]`), and does not name a type.
 */
function asWritten(type: Meaning): Meaning {
  if (type.tag === Tag.union) return { ...type, items: type.items.map(asWritten) };
  return type.tag === Tag.definition ? named(type, CLASS) : type;
}
