//! Writes which types of a repository implement which of its traits.
//!
//!     callgrove-rust-implementors DIR INDEX.scip PAIRS.jsonl PLACES.json
//!
//! Which `impl Trait for Type` there are is read by syn, also among the arguments of macros; what the two names mean comes from the
//! SCIP index of rust-analyzer alone. Who implements a trait implements the traits that it asks for. Invariant: an impl of which
//! rust-analyzer says nothing (a cfg leaves it out, its names have several meanings in the index), or that a macro writes, is not judged:
//! `evidence` lists the places of those that are.

#[allow(dead_code)]
#[path = "../../../rust/oracle/src/index.rs"]
mod index;

use index::{Index, Role};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::Visit;

type Failure = Box<dyn std::error::Error>;

/// File, line of the name from 1, name.
type Place = (String, usize, String);

enum Meaning {
    Inside(Place),
    Outside,
    Unknown,
}

struct Reader<'a> {
    index: &'a Index,
    file: &'a str,
    lines: Vec<&'a str>,
    found: &'a mut Found,
}

#[derive(Default)]
struct Found {
    pairs: BTreeSet<(Place, Place)>,
    supertraits: BTreeMap<Place, BTreeSet<Place>>,
    types: BTreeSet<Place>,
    traits: BTreeSet<Place>,
    /// What an alias names; none where that is no type of the repository.
    aliases: BTreeMap<Place, Option<Place>>,
    evidence: BTreeSet<(String, usize)>,
    skipped: usize,
    blanket: usize,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dir, scip, pairs, places] = arguments.as_slice() else {
        return Err("callgrove-rust-implementors DIR INDEX.scip PAIRS.jsonl PLACES.json".into());
    };
    let index = Index::read(Path::new(scip))?;
    let mut found = Found::default();
    let files: Vec<&String> = index.documents.keys().collect();
    for file in &files {
        let text = fs::read_to_string(Path::new(dir).join(file))?;
        let Ok(parsed) = syn::parse_file(&text) else { continue };
        let mut reader = Reader { index: &index, file, lines: text.split('\n').collect(), found: &mut found };
        reader.visit_file(&parsed);
    }
    let direct: Vec<(Place, Place)> = std::mem::take(&mut found.pairs)
        .into_iter()
        .filter_map(|(wanted, implementor)| Some((wanted, follow(&found.aliases, implementor)?)))
        .collect();
    found.pairs = direct.iter().cloned().collect();
    for (wanted, implementor) in direct {
        let mut open = vec![wanted];
        while let Some(one) = open.pop() {
            for above in found.supertraits.get(&one).into_iter().flatten() {
                if found.pairs.insert((above.clone(), implementor.clone())) {
                    open.push(above.clone());
                }
            }
        }
    }
    let show = |(file, line, name): &Place| json!({ "file": file, "line": line, "name": name });
    let lines: Vec<String> = found
        .pairs
        .iter()
        .map(|(wanted, implementor)| format!("{}\n", json!({ "interface": show(wanted), "type": show(implementor) })))
        .collect();
    fs::write(pairs, lines.concat())?;
    let evidence: Vec<Value> = found.evidence.iter().map(|(file, line)| json!({ "file": file, "line": line })).collect();
    let judged = json!({
        "types": found.types.iter().map(show).collect::<Vec<_>>(),
        "interfaces": found.traits.iter().map(show).collect::<Vec<_>>(),
        "evidence": evidence,
        "files": files,
    });
    fs::write(places, judged.to_string())?;
    println!(
        "{} pairs of {} types and {} traits; {} impls not judged, {} for types outside or for all that fulfil a bound",
        found.pairs.len(),
        found.types.len(),
        found.traits.len(),
        found.skipped,
        found.blanket
    );
    Ok(())
}

impl Reader<'_> {
    fn place_of(&self, name: &syn::Ident) -> Place {
        (self.file.to_owned(), name.span().start().line, bare(name))
    }

    /// What rust-analyzer says a name means.
    fn meaning(&self, name: &syn::Ident) -> Meaning {
        let start = name.span().start();
        let Some(line) = self.lines.get(start.line - 1) else { return Meaning::Unknown };
        let utf8: usize = line.chars().take(start.column).map(char::len_utf8).sum();
        let mut outside = false;
        for (id, role) in self.index.occurrences_at(self.file, start.line - 1, utf8) {
            let symbol = &self.index.symbols[*id];
            if *role != Role::Reference || symbol.name.is_empty() {
                continue;
            }
            match self.index.definitions_of(symbol) {
                [one] => return Meaning::Inside((one.file.clone(), one.line + 1, symbol.name.clone())),
                [] => outside = !self.index.is_local_package(symbol),
                _ => return Meaning::Unknown,
            }
        }
        if outside { Meaning::Outside } else { Meaning::Unknown }
    }

    fn read_tokens(&mut self, tokens: &proc_macro2::TokenStream) {
        if let Ok(inner) = syn::parse2::<syn::File>(tokens.clone()) {
            self.visit_file(&inner);
        }
    }
}

/// The type that aliases lead to; none where it lies outside.
fn follow(aliases: &BTreeMap<Place, Option<Place>>, mut place: Place) -> Option<Place> {
    for _ in 0..8 {
        match aliases.get(&place) {
            None => return Some(place),
            Some(next) => place = next.clone()?,
        }
    }
    None
}

fn bare(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// The name of the type that an impl is for; none where it is no path (a tuple, a pointer, a slice).
fn named(wanted: &syn::Type) -> Option<&syn::Ident> {
    match wanted {
        syn::Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|one| &one.ident),
        syn::Type::Reference(inner) => named(&inner.elem),
        syn::Type::Paren(inner) => named(&inner.elem),
        syn::Type::Group(inner) => named(&inner.elem),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some((None, path, _)) = &item.trait_ {
            let first = item.defaultness.map(|one| one.span()).or(item.unsafety.map(|one| one.span()));
            let line = first.unwrap_or_else(|| item.impl_token.span()).start().line;
            let wanted = self.meaning(&path.segments.last().expect("a path has a segment").ident);
            let generic: BTreeSet<String> = item.generics.type_params().map(|one| one.ident.to_string()).collect();
            let implementor = named(&item.self_ty).filter(|one| !generic.contains(&one.to_string()));
            let judged = match (wanted, implementor.map(|one| self.meaning(one))) {
                (Meaning::Inside(wanted), Some(Meaning::Inside(implementor))) => {
                    self.found.pairs.insert((wanted, implementor));
                    true
                }
                (Meaning::Inside(_), None | Some(Meaning::Outside)) => {
                    self.found.blanket += 1;
                    true
                }
                (Meaning::Outside, _) => true,
                _ => false,
            };
            if judged {
                self.found.evidence.insert((self.file.to_owned(), line));
            } else {
                self.found.skipped += 1;
            }
        }
        syn::visit::visit_item_impl(self, item);
    }
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let place = self.place_of(&item.ident);
        for bound in &item.supertraits {
            let syn::TypeParamBound::Trait(bound) = bound else { continue };
            if let Some(Meaning::Inside(above)) = bound.path.segments.last().map(|one| self.meaning(&one.ident)) {
                self.found.supertraits.entry(place.clone()).or_default().insert(above);
            }
        }
        self.found.traits.insert(place);
        syn::visit::visit_item_trait(self, item);
    }
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.found.types.insert(self.place_of(&item.ident));
        syn::visit::visit_item_struct(self, item);
    }
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.found.types.insert(self.place_of(&item.ident));
        syn::visit::visit_item_enum(self, item);
    }
    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.found.types.insert(self.place_of(&item.ident));
        syn::visit::visit_item_union(self, item);
    }
    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let target = match named(&item.ty).map(|one| self.meaning(one)) {
            Some(Meaning::Inside(place)) => Some(place),
            _ => None,
        };
        let place = self.place_of(&item.ident);
        self.found.aliases.insert(place, target);
        syn::visit::visit_item_type(self, item);
    }
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if item.ident.is_none() {
            self.read_tokens(&item.mac.tokens);
        }
    }
    fn visit_stmt_macro(&mut self, item: &'ast syn::StmtMacro) {
        self.read_tokens(&item.mac.tokens);
    }
}
