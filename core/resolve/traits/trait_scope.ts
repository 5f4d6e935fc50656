/**
 * Whether the trait that gives a method to a type from outside is in scope where it is called.
 *
 * Stage: resolve. Invariant: where no name tells in which module a call stands, what any module of the file brings in counts.
 */
import { Around, receiverAround, receiverIn } from "../state/parameters.ts";
import { Op } from "../../expressions.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { libraryBlanketMember } from "./blankets.ts";
import { evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, isForReferences, ownerOfImpl, seenThrough, traitDefinition } from "../types/fitting.ts";
import {
  boundsIn,
  type DefinitionId,
  definitionId,
  external,
  fileOf,
  IMPLEMENTATIONS,
  type Meaning,
  partsOf,
  rowOf,
  Tag,
  union,
} from "../meaning.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { isStep } from "../members/attachments.ts";
import { memberMeaning } from "../members/members.ts";
import { targetMeaning } from "../names/import_targets.ts";
import { moduleMember } from "../names/module_members.ts";
import { innermostModule, onlyBinding, Space } from "../names/names.ts";
import { hasTrait } from "./traits.ts";
import type { World } from "../world.ts";

/**
 * What is called by a dot on a type from outside, or of the library, instead of `called`, a method of a trait that no import brings in there:
 * of a pointer to a trait object that object's own, else one from outside. Undefined where `called` is meant.
 */
export function beyondScope(world: World, view: FileView, receiver: number, name: string, called: Meaning): Meaning | undefined {
  const trait = traitOf(world, called.definition);
  if (trait === 0 || world.inLibrary(trait)) return undefined;
  const object = evaluateValue(world, view, receiver);
  const inner = object.tag === Tag.external ? undefined : seenThrough(world, object);
  const isOfLibrary = object.tag === Tag.instance && world.inLibrary(object.definition);
  if ((object.tag !== Tag.external && !isOfLibrary) || bringsIn(world, view, trait, receiver) !== false) return undefined;
  // What a pointer shows has its own.
  if (inner !== undefined) return memberMeaning(world, inner, name, Space.call);
  return external(`${isOfLibrary ? world.nameOf(object.definition) : object.name}.${name}`, object.weak);
}

/**
 * What a method that a trait's impl gives to a type from outside calls by its own name on `self` (`crate::Sender::send(self, message)`, `self.len()`,
 * `(*self).len()`): what that type has itself. Undefined where `called` is another function, or is called on something else.
 */
export function ownOfOutside(
  world: World,
  view: FileView,
  receiver: number,
  called: Meaning,
  args: readonly number[],
): Meaning | undefined {
  const impl = world.parentOf(called.definition);
  if (fileOf(called.definition) !== view.index || impl === 0 || world.kindOf(impl) !== DefinitionKind.impl) return undefined;
  if (view.facts.definitions.type[rowOf(impl)] === 0) return undefined;
  const around = receiverAround(view, scopeOfSelf(world, view, behindSelf(world, view, receiver)));
  if (around === undefined) return undefined;
  if (around.definition === rowOf(called.definition) && isStep(view, args)) return undefined;
  const owner = ownerOfImpl(world, impl);
  const isMeant = around.definition !== rowOf(called.definition) && !isBeyondReach(view, around, rowOf(called.definition));
  if (isMeant && !isGivenTwice(world, view, around.definition, called.definition, owner)) return undefined;
  const name = world.nameOf(called.definition);
  if (owner.tag === Tag.external) return external(`${owner.name}.${name}`);
  // Of all that fulfil a bound outside what that asks for.
  if (owner.tag === Tag.parameter && owner.result?.tag === Tag.external) return external(`${owner.result.name}.${name}`);
  return owner.tag === Tag.instance && world.inLibrary(owner.definition)
    ? external(`${world.nameOf(owner.definition)}.${name}`)
    : undefined;
}

/** Whether `self` is lent to the method around for reading, and the method `called` (row of `definitions`) asks for one to be changed. */
function isBeyondReach(view: FileView, around: Around, called: number): boolean {
  const { bindings, definitions } = view.facts;
  const asked = receiverIn(view, called);
  const isLent = (method: number, receiver: number): boolean =>
    (definitions.flags[method]! & DefinitionFlag.byReference) !== 0 && bindings.type[receiver] === 0;
  const isChanged = (receiver: number): boolean => (bindings.flags[receiver]! & BindingFlag.mutable) !== 0;
  return asked !== 0 && isLent(called, asked) && isChanged(asked) && isLent(around.definition, around.receiver) &&
    !isChanged(around.receiver);
}

/** Whether the method `around` and `called` are one of a trait, given to a type outside and to references to it: what takes the reference is met later. */
function isGivenTwice(world: World, view: FileView, around: number, called: DefinitionId, owner: Meaning): boolean {
  const method = definitionId(view.index, around);
  const impl = implOf(world, method);
  if (owner.tag !== Tag.external || impl === 0 || world.nameOf(method) !== world.nameOf(called)) return false;
  if (isForReferences(world, impl) || !isForReferences(world, world.parentOf(called))) return false;
  const plain = ownerOfImpl(world, impl);
  return plain.tag === Tag.external && plain.name === owner.name &&
    traitDefinition(world, impl) === traitDefinition(world, world.parentOf(called));
}

/** `x` in `*x` and in what points at it (`Pin::new(x)`). */
function behindSelf(world: World, view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  let at = expression;
  while (op[at] === Op.deref) at = a[at]!;
  if (op[at] !== Op.call) return at;
  const args = listItems(view.facts, b[at]!);
  return args.length === 1 && op[args[0]!] === Op.self && seenThrough(world, evaluateValue(world, view, at)) !== undefined ? args[0]! : at;
}

/** The scope whose `self` an expression is; 0 where it is something else. */
function scopeOfSelf(world: World, view: FileView, expression: number): number {
  const { expressions, bindings } = view.facts;
  if (expressions.op[expression] === Op.self) return expressions.a[expression]!;
  const row = onlyBinding(world, view, expression);
  return bindings.flags[row]! & BindingFlag.receiver ? bindings.scope[row]! : 0;
}

/**
 * Of methods that traits give to a type those whose trait is brought in where they are called by a dot; where none is, what the library gives to all
 * types. What a bound or a trait object has is there without.
 */
export function broughtIn(world: World, view: FileView, callee: number, called: Meaning): Meaning {
  const { op, a, b } = view.facts.expressions;
  if (op[callee] !== Op.member || called.held || (called.tag !== Tag.union && !isOfTrait(world, called))) return called;
  const [receiver, name] = [a[callee]!, view.text(b[callee]!)];
  const parts = partsOf(called);
  const around = ofTraitAround(world, view, receiver, name, parts);
  if (around !== undefined) return around;
  if (called.tag !== Tag.union && !isOfBlanket(world, called)) return called;
  const left = parts.filter((part) => {
    const trait = part.tag === Tag.definition ? traitOf(world, part.definition) : 0;
    return trait === 0 || world.inLibrary(trait) || bringsIn(world, view, trait, receiver) !== false;
  });
  if (left.length === parts.length) return called;
  let object = evaluateValue(world, view, receiver);
  for (let inner = seenThrough(world, object); inner !== undefined; inner = seenThrough(world, object)) object = inner;
  const isGiven = world.isOfKind(object, DefinitionKind.trait);
  if (object.tag === Tag.parameter) {
    // What is given to all that fulfil its bounds is no part of these.
    const own = parts.filter((part) => left.includes(part) || isBound(world, object, part));
    return own.length === 0 || own.length === parts.length ? called : union(own, IMPLEMENTATIONS);
  }
  if (isGiven) return called;
  if (left.length > 0) return union(left, IMPLEMENTATIONS);
  return object.tag === Tag.external
    ? external(`${object.name}.${name}`, object.weak)
    : libraryBlanketMember(world, object, name) ?? called;
}

/** Whether a method is of a trait that a type parameter is asked to fulfil, or of one above such. */
function isBound(world: World, parameter: Meaning, { tag, definition }: Meaning): boolean {
  const trait = tag === Tag.definition ? traitOf(world, definition) : 0;
  return boundsIn(parameter.result).some((bound) =>
    bound.tag !== Tag.instance || orderOf(world, bound.definition).some((entry) => entry.definition === trait)
  );
}

/**
 * Of methods that traits of the library give which have this one alone those of the trait whose impl stands around, where no import brings the others
 * in (`self.0.fmt(f)` in an impl of `Debug` is not what `Display` does); undefined where none is left out.
 */
function ofTraitAround(world: World, view: FileView, receiver: number, name: string, parts: readonly Meaning[]): Meaning | undefined {
  const isOnly = (trait: DefinitionId): boolean => trait !== 0 && world.inLibrary(trait) && memberTable(world, trait).size === 1;
  const around = traitAround(world, view, scopeOf(view, receiver));
  if (!isOnly(around) || !memberTable(world, around).has(name)) return undefined;
  const traits = parts.map((part) => isOfTrait(world, part) ? traitOf(world, part.definition) : 0);
  const left = parts.filter((_, i) => traits[i] === around || !isOnly(traits[i]!) || isImported(world, view, traits[i]!));
  if (left.length === parts.length) return undefined;
  return left.length === 0 ? external(`${world.nameOf(around)}.${name}`) : union(left, IMPLEMENTATIONS);
}

/** Whether a file may import a trait of the library: it names it, or takes all that some module outside has. */
export function isImported(world: World, view: FileView, trait: DefinitionId): boolean {
  const { imports } = view.facts;
  for (let row = 1; row < imports.length; row++) if (view.text(imports.name[row]!) === world.nameOf(trait)) return true;
  return view.wildcards.some((row) => targetMeaning(world, view, view.text(imports.module[row]!), row).tag === Tag.external);
}

/** Whether a method is one that an impl of a trait gives. */
function isOfTrait(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && hasTrait(world, impl);
}

/** The trait around a scope, or that of the impl around it; 0 where there is none. */
function traitAround(world: World, view: FileView, scope: number): DefinitionId {
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    const id = definitionId(view.index, scopes.definition[s]!);
    const kind = definitions.kind[scopes.definition[s]!];
    if (kind === DefinitionKind.trait) return id;
    if (kind === DefinitionKind.impl) return traitDefinition(world, id);
  }
  return 0;
}

/** Whether a method is given to all that fulfil a bound. */
function isOfBlanket(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && world.attachments.isBlanket(impl);
}

/** The trait that a method is of: its own, or that of its impl; 0 for others. */
export function traitOf(world: World, method: DefinitionId): DefinitionId {
  const parent = world.parentOf(method);
  const kind = parent === 0 ? 0 : world.kindOf(parent);
  if (kind === DefinitionKind.trait) return parent;
  return kind === DefinitionKind.impl ? traitDefinition(world, parent) : 0;
}

/**
 * Whether a trait is in scope at `expression`: declared in its module, imported there or in a block around by its name or with all others, or
 * what is written or implemented around it. Undefined where that cannot be told.
 */
export function bringsIn(world: World, view: FileView, trait: DefinitionId, expression: number): boolean | undefined {
  const { imports, bindings } = view.facts;
  const scope = scopeOf(view, expression);
  const holds = (around: number): boolean =>
    scope === 0 || (view.within(scope, around) && innermostModule(view, scope) === innermostModule(view, around));
  if (fileOf(trait) === view.index && holds(bindings.scope[view.bindingOf(rowOf(trait))]!)) return true;
  if (traitAround(world, view, scope) === trait) return true;
  const name = world.nameOf(trait);
  let isOpen = false;
  const gives = (row: number): boolean => {
    if (!holds(imports.scope[row]!)) return false;
    const module = targetMeaning(world, view, view.text(imports.module[row]!), row);
    const answer = module.tag === Tag.unknown ? undefined : module.tag !== Tag.external && memberIsTrait(world, module, name, trait);
    isOpen ||= answer === undefined;
    return answer === true;
  };
  for (let row = 1; row < imports.length; row++) if (view.text(imports.name[row]!) === name && gives(row)) return true;
  return view.wildcards.some(gives) || (isOpen ? undefined : false);
}

/** The scope in which an expression stands, as its first name tells it; 0 where it has none. */
export function scopeOf(view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  for (let at = expression; at !== 0; at = op[at] === Op.cast ? b[at]! : a[at]!) {
    switch (op[at]) {
      case Op.name:
      case Op.macro:
        return b[at]!;
      case Op.self:
      case Op.selfType:
        return a[at]!;
      case Op.macroOf:
      case Op.apply:
      case Op.member:
      case Op.path:
      case Op.call:
      case Op.index:
      case Op.await:
      case Op.unwrap:
      case Op.deref:
      case Op.reference:
      case Op.cast:
        break;
      default:
        return 0;
    }
  }
  return 0;
}

function memberIsTrait(world: World, module: Meaning, name: string, trait: DefinitionId): boolean | undefined {
  // Of an enum nothing but its variants is brought in.
  if (module.tag === Tag.definition && world.kindOf(module.definition) === DefinitionKind.enum) return false;
  const member = module.tag === Tag.module
    ? moduleMember(world, module, name, Space.type) ?? external(name)
    : memberMeaning(world, module, name, Space.type);
  if (member.tag === Tag.unknown) return undefined;
  return partsOf(member).some((one) => one.definition === trait);
}
