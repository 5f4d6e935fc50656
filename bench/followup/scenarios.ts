/**
 * Questions that lead to little, made by rule from what the compilers know to be true.
 *
 * Invariant: a rule looks only at true call sites, at definitions and at the text of names; it knows nothing of the suggestions. Picks are
 * spread over the definitions by their place, never by how well they do.
 */

/** A definition of the corpus that compilers know calls of. */
export interface TrueSymbol {
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  /** True call sites. */
  readonly sites: readonly { readonly file: string; readonly line: number; readonly caller: string }[];
  /** Functions and methods of this name. */
  readonly namesakes: number;
  readonly bodiless: boolean;
}

/** A call that leads to little, and what would be the right answer. */
export interface Scenario {
  readonly kind: string;
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The symbol that was meant, by `symbol_stable_id`; "" where an edge is asked for. */
  readonly symbol: TrueSymbol | undefined;
  /** A true edge: a call in this file and line. */
  readonly edge: { readonly file: string; readonly line: number } | undefined;
}

type Rule = (symbol: TrueSymbol, all: readonly TrueSymbol[], at: number) => Omit<Scenario, "kind" | "symbol" | "edge"> | undefined;

const words = (name: string): string[] => name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? [];
const callers = (function_name: string): { tool: string; params: Record<string, unknown> } => ({
  tool: "get_callers",
  params: { function_name },
});
const scope = (symbol: TrueSymbol): string => symbol.qualifiedName.split(/::|\./).at(-2) ?? "";

function otherConvention(name: string): string {
  const parts = words(name).map((word) => word.toLowerCase());
  return name.includes("_") ? parts.map((word, i) => i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)).join("") : parts.join("_");
}

/** Rules that lead to a symbol. `at` is the number of the pick, for slips at different places. */
const SYMBOL_RULES: Readonly<Record<string, Rule>> = {
  "a letter left out": ({ name, namesakes }, _all, at) => {
    const i = 1 + (at * 7) % Math.max(1, name.length - 2);
    return name.length < 5 || namesakes > 5 ? undefined : callers(name.slice(0, i) + name.slice(i + 1));
  },
  "two letters swapped": ({ name, namesakes }, _all, at) => {
    const i = 1 + (at * 5) % Math.max(1, name.length - 2);
    if (name.length < 5 || namesakes > 5 || name[i] === name[i + 1] || i + 1 >= name.length) return undefined;
    return callers(name.slice(0, i) + name[i + 1]! + name[i]! + name.slice(i + 2));
  },
  "part of the name": ({ name, namesakes }) => {
    const parts = words(name);
    const longest = [...parts].sort((a, b) => b.length - a.length)[0] ?? "";
    return parts.length < 2 || longest.length < 5 || namesakes > 5 ? undefined : callers(longest);
  },
  "wrong case": ({ name }) =>
    name.toLowerCase() === name.toUpperCase() || name === name.toUpperCase() ? undefined : callers(name.toUpperCase()),
  "another language's convention": ({ name, namesakes }) =>
    words(name).length < 2 || namesakes > 5 ? undefined : callers(otherConvention(name)),
  "a wrong qualifier": ({ name, namesakes }) => namesakes > 3 ? undefined : callers(`Registry.${name}`),
  "a wrong path": ({ name, path, namesakes }) => {
    if (namesakes > 5) return undefined;
    const parts = path.split("/");
    return { tool: "get_callers", params: { function_name: name, file_path: `lib/internal/${parts.at(-1)}` } };
  },
  "a path of another file": ({ name, path, namesakes }, all, at) => {
    const other = all.slice(at).find((one) => one.path !== path && !all.some((same) => same.path === one.path && same.name === name));
    return other === undefined || namesakes > 5 ? undefined : { tool: "get_impact", params: { symbol_name: name, path: other.path } };
  },
  "a misspelt file": ({ path }) => {
    const i = path.lastIndexOf("/") + 2;
    return { tool: "query_file_symbols", params: { file_path: path.slice(0, i) + path.slice(i + 1) } };
  },
  "a wrong kind": ({ name, namesakes }) =>
    namesakes > 5 ? undefined : { tool: "search_nodes", params: { name_pattern: name, node_type: "interface" } },
  "an ambiguous name": ({ name, namesakes, sites }, all) => {
    const most = all.filter((one) => one.name === name).every((one) => one.sites.length <= sites.length);
    return namesakes < 2 || namesakes > 5 || !most ? undefined : { tool: "get_call_graph", params: { symbol_name: name } };
  },
  "a question in words": (symbol) => {
    const parts = words(symbol.name).map((word) => word.toLowerCase());
    const around = words(scope(symbol)).map((word) => word.toLowerCase()).join(" ");
    if (parts.length < 2 || symbol.namesakes > 3) return undefined;
    return { tool: "search_nodes", params: { name_pattern: `where does the ${around} ${parts.join(" ")}` } };
  },
  "a question who calls": (symbol) => {
    const parts = words(symbol.name).map((word) => word.toLowerCase());
    return parts.length < 2 || symbol.namesakes > 3 ? undefined : callers(`who calls the function that does ${parts.join(" ")}?`);
  },
  "a ref that is not there": ({ name, namesakes }) =>
    namesakes > 1 ? undefined : { tool: "get_callers", params: { function_name: name, ref: "release/next" } },
};

/** Rules that write a name which nothing must bear: else the question would be a good one about something else. */
const NEW_NAMES = new Set(["a letter left out", "two letters swapped", "part of the name", "wrong case", "another language's convention"]);

/** `count` scenarios of a rule, spread over the symbols. */
function pick(kind: string, rule: Rule, symbols: readonly TrueSymbol[], names: ReadonlySet<string>, count: number): Scenario[] {
  const made: Scenario[] = [];
  const step = Math.max(1, Math.floor(symbols.length / (count * 3)));
  const offset = [...kind].reduce((sum, char) => sum + char.charCodeAt(0), 0) % step;
  const seen = new Set<string>();
  for (let round = 0; round < 2 && made.length < count; round++) {
    for (let i = offset + round; i < symbols.length && made.length < count; i += step) {
      const symbol = symbols[i]!;
      const call = seen.has(symbol.id) ? undefined : rule(symbol, symbols, i);
      if (call === undefined || (NEW_NAMES.has(kind) && names.has(String(call.params["function_name"])))) continue;
      seen.add(symbol.id);
      made.push({ kind, ...call, symbol, edge: undefined });
    }
  }
  return made;
}

/** Scenarios whose right answer is an edge: the question was asked from the wrong end. */
function edgeScenarios(symbols: readonly TrueSymbol[], uncalled: readonly TrueSymbol[], count: number): Scenario[] {
  const made: Scenario[] = [];
  const take = (list: readonly TrueSymbol[], make: (symbol: TrueSymbol) => Scenario | undefined): void => {
    const step = Math.max(1, Math.floor(list.length / (count * 2)));
    let left = count;
    for (let i = 0; i < list.length && left > 0; i += step) {
      const scenario = make(list[i]!);
      if (scenario !== undefined) [made[made.length], left] = [scenario, left - 1];
    }
  };
  take(symbols.filter((one) => one.namesakes === 1), (symbol) => {
    const site = symbol.sites.find((one) => one.caller !== "");
    if (site === undefined || site.caller === `${symbol.path}:${symbol.line}`) return undefined;
    const params = { from_func: `${symbol.path}:${symbol.line}`, to_func: site.caller };
    return { kind: "the ends of a path swapped", tool: "call_chain", params, symbol: undefined, edge: site };
  });
  // `sites` of an uncalled one are the true calls that it makes.
  take(uncalled, (symbol) => {
    const site = symbol.sites[0];
    if (site === undefined) return undefined;
    return { kind: "callers asked, callees meant", ...callers(`${symbol.path}:${symbol.line}`), symbol: undefined, edge: site };
  });
  return made;
}

/**
 * @param names all names of the index.
 * @param own definitions whose name is also that of a method which calls go to in their place: an interface's or a base's.
 */
export function makeScenarios(
  symbols: readonly TrueSymbol[],
  uncalled: readonly TrueSymbol[],
  own: readonly { readonly implementation: TrueSymbol; readonly called: TrueSymbol }[],
  names: ReadonlySet<string>,
  count: number,
): Scenario[] {
  return [
    ...Object.entries(SYMBOL_RULES).flatMap(([kind, rule]) => pick(kind, rule, symbols, names, count)),
    ...edgeScenarios(symbols, uncalled, count),
    ...own.slice(0, count).map(({ implementation, called }): Scenario => ({
      kind: "implementation asked, interface called",
      ...callers(`${implementation.path}:${implementation.line}`),
      symbol: called,
      edge: called.sites[0],
    })),
  ];
}
