//! Writes what rust-analyzer says about every call of a repository.
//!
//!     callgrove-rust-oracle DIR INDEX.scip OUT.jsonl OUT.files.json
//!
//! Where the calls are is read from the tokens alone (`sites`), where they go from the SCIP index alone (`index`).
//! Invariant: a target is the place of a definition's name that rust-analyzer itself gave; where it gave none,
//! or where a symbol's definitions cannot be told apart, the call is `unknown`.

mod index;
mod sites;

use index::{Index, Role, Suffix, Symbol};
use serde::Serialize;
use sites::{Site, Syntax};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

type Failure = Box<dyn std::error::Error>;

#[derive(Serialize, Clone)]
struct Place {
    file: String,
    line: usize,
    name: String,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    name: &'a str,
    kind: &'a str,
    targets: Vec<Place>,
    external: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    binding: Option<Place>,
}

struct Answer {
    kind: &'static str,
    targets: Vec<Place>,
    external: bool,
    binding: Option<Place>,
}

impl Answer {
    fn unknown() -> Self {
        Self::new("unknown", vec![], false)
    }
    fn new(kind: &'static str, targets: Vec<Place>, external: bool) -> Self {
        Answer {
            kind,
            targets,
            external,
            binding: None,
        }
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [root, scip, out, files] = args.as_slice() else {
        return Err("usage: callgrove-rust-oracle DIR INDEX.scip OUT.jsonl OUT.files.json".into());
    };
    let mut index = Index::read(Path::new(scip))?;
    let mut sources = BTreeMap::new();
    for document in index.documents.keys() {
        if !document.ends_with(".rs") {
            continue;
        }
        let text = fs::read_to_string(Path::new(root).join(document))?;
        match sites::find(&text) {
            Ok(source) => {
                sources.insert(document.clone(), source);
            }
            Err(error) => println!("{document} is left out: {error}"),
        }
    }
    for source in sources.values() {
        for (name, derived) in &source.derived {
            index
                .derived
                .entry(name.clone())
                .or_default()
                .extend(derived.iter().cloned());
        }
    }

    let mut writer = BufWriter::new(fs::File::create(out)?);
    let mut reasons: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (file, source) in &sources {
        for site in &source.sites {
            let Some(answer) = judge(&index, file, &sources, site, &mut reasons) else {
                continue;
            };
            let line = Line {
                file,
                line: site.line + 1,
                column: site.utf16 + 1,
                name: &site.name,
                kind: answer.kind,
                targets: answer.targets,
                external: answer.external,
                binding: answer.binding,
            };
            serde_json::to_writer(&mut writer, &line)?;
            writer.write_all(b"\n")?;
        }
    }
    writer.flush()?;
    let covered: Vec<&String> = sources.keys().collect();
    fs::write(files, serde_json::to_string_pretty(&covered)? + "\n")?;
    println!("unknown: {reasons:?}");
    Ok(())
}

/// What the index says about a site; nothing where it is no call (a variant, a tuple struct, a type, a definition).
fn judge(
    index: &Index,
    file: &str,
    sources: &BTreeMap<String, sites::Source>,
    site: &Site,
    reasons: &mut BTreeMap<&'static str, usize>,
) -> Option<Answer> {
    let mut unknown = |reason| {
        *reasons.entry(reason).or_default() += 1;
        Some(Answer::unknown())
    };
    let occurrences = index.occurrences_at(file, site.line, site.utf8);
    if occurrences.is_empty() {
        // What is cfg'd out has no answer, and by Rust's own convention these are variants, structs and traits.
        if site.syntax != Syntax::Macro && site.name.starts_with(char::is_uppercase) {
            return None;
        }
        return unknown(if site.in_macro_rules {
            "inside macro_rules"
        } else {
            "no answer"
        });
    }
    if occurrences.iter().any(|(_, role)| *role == Role::Definition) {
        return None;
    }
    let wanted = if site.syntax == Syntax::Macro {
        Suffix::Macro
    } else {
        Suffix::Method
    };
    let mut symbols: Vec<&Symbol> = occurrences
        .iter()
        .map(|(symbol, _)| &index.symbols[*symbol])
        .filter(|symbol| symbol.suffix == wanted)
        .collect();
    symbols.dedup_by_key(|symbol| symbol.id);
    if symbols.is_empty() {
        if site.syntax == Syntax::Macro {
            return None;
        }
        let value = occurrences
            .iter()
            .map(|(symbol, _)| &index.symbols[*symbol])
            .find(|symbol| symbol.suffix == Suffix::Value)?;
        return Some(judge_value(index, file, sources, site, value));
    }
    let mut targets = vec![];
    let mut external = false;
    for symbol in &symbols {
        match find_definition(index, file, sources, site, symbol) {
            Found::One(place) => targets.push(place),
            Found::Outside => external = true,
            Found::Made => return unknown("made by a macro"),
            Found::Several => return unknown("ambiguous symbol"),
        }
    }
    Some(Answer::new(name_kind(symbols[0], site), targets, external))
}

/// A call of what a variable, a field, a constant or a static holds.
fn judge_value(
    index: &Index,
    file: &str,
    sources: &BTreeMap<String, sites::Source>,
    site: &Site,
    value: &Symbol,
) -> Answer {
    let mut answer = Answer::new("value", vec![], false);
    if value.is_item {
        match find_definition(index, file, sources, site, value) {
            Found::One(place) => answer.binding = Some(place),
            Found::Outside => answer.external = true,
            Found::Made | Found::Several => {}
        }
    }
    answer
}

fn name_kind(symbol: &Symbol, site: &Site) -> &'static str {
    if symbol.suffix == Suffix::Macro {
        "macro"
    } else if symbol.in_trait {
        "trait_method"
    } else if !symbol.in_impl {
        "function"
    } else if symbol.takes_self.unwrap_or(site.syntax == Syntax::Method) {
        "method"
    } else {
        "associated"
    }
}

enum Found {
    One(Place),
    /// In another crate, or written by a derive.
    Outside,
    /// In the repository, but its name stands in no file: a macro put it together.
    Made,
    Several,
}

/// The definition that a symbol means at a site. Two items may bear one symbol (tests of one name in two test crates,
/// items inside functions): Rust's scopes then tell them apart, or nothing does.
fn find_definition(
    index: &Index,
    file: &str,
    sources: &BTreeMap<String, sites::Source>,
    site: &Site,
    symbol: &Symbol,
) -> Found {
    let place = |at: &index::Definition| {
        Found::One(Place {
            file: at.file.clone(),
            line: at.line + 1,
            name: symbol.name.clone(),
        })
    };
    let all = index.definitions_of(symbol);
    match all {
        [] if !index.is_local_package(symbol) || index.is_derived(symbol) => return Found::Outside,
        [] => return Found::Made,
        [one] => return place(one),
        _ => {}
    }
    let here: Vec<&index::Definition> = all.iter().filter(|at| at.file == file).collect();
    // `lib::load()` in a test crate that has its own `load`: both bear one symbol. A bare `load()` is the file's own.
    if here.is_empty() || site.is_qualified && here.len() < all.len() {
        return Found::Several;
    }
    if let [one] = here[..] {
        return place(one);
    }
    let Some(source) = sources.get(file) else {
        return Found::Several;
    };
    let shared = |at: &index::Definition| {
        let blocks = source.blocks_at(at.line, at.utf8);
        let all_shared = blocks.len() <= site.blocks.len() && blocks == &site.blocks[..blocks.len()];
        // A method's own blocks (its impl's and trait's) do not enclose the call; what they lie in may.
        let depth = blocks.iter().zip(&site.blocks).take_while(|(a, b)| a == b).count();
        if symbol.suffix == Suffix::Macro && !all_shared {
            None
        } else {
            Some(depth)
        }
    };
    let deepest = here.iter().filter_map(|at| shared(at)).max();
    let mut best: Vec<&&index::Definition> = here
        .iter()
        .filter(|at| shared(at) == deepest && deepest.is_some())
        .collect();
    if symbol.suffix == Suffix::Macro {
        // Macros are scoped by the text: the last one above is meant.
        best.retain(|at| (at.line, at.utf8) < (site.line, site.utf8));
        if let Some(last) = best.pop() {
            return place(last);
        }
    }
    if let [one] = best[..] {
        place(one)
    } else {
        Found::Several
    }
}
