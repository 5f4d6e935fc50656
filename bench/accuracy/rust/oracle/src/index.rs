//! What a SCIP index says, by place and by symbol. Lines and columns count from 0 here, columns in bytes, as in the index.

use protobuf::Message;
use scip::symbol::parse_symbol;
use scip::types::descriptor::Suffix as ScipSuffix;
use scip::types::symbol_information::Kind;
use scip::types::{PositionEncoding, SymbolRole};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suffix {
    /// A function of any sort.
    Method,
    Macro,
    /// A variable, parameter, field, constant or static.
    Value,
    /// A type, variant, module, attribute: never called in the sense of a call graph.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Definition,
    Reference,
}

#[derive(Debug)]
pub struct Symbol {
    pub id: usize,
    pub name: String,
    pub suffix: Suffix,
    pub in_trait: bool,
    pub in_impl: bool,
    /// A constant or static: something with a name of its own, unlike a field or a variable.
    pub is_item: bool,
    /// Known for what the repository defines.
    pub takes_self: Option<bool>,
    package: String,
    /// The type and the trait of the impl that it lies in, without paths and arguments.
    implements: Option<(String, String)>,
}

pub struct Definition {
    pub file: String,
    pub line: usize,
    pub utf8: usize,
}

type Occurrences = HashMap<(usize, usize), Vec<(usize, Role)>>;

pub struct Index {
    pub symbols: Vec<Symbol>,
    pub documents: BTreeMap<String, Occurrences>,
    /// Type -> the traits that it derives.
    pub derived: HashMap<String, BTreeSet<String>>,
    definitions: HashMap<usize, Vec<Definition>>,
    local_packages: HashSet<String>,
}

impl Index {
    pub fn read(path: &Path) -> Result<Index, Box<dyn std::error::Error>> {
        let scip = scip::types::Index::parse_from_bytes(&fs::read(path)?)?;
        let mut index = Index {
            symbols: vec![],
            documents: BTreeMap::new(),
            derived: HashMap::new(),
            definitions: HashMap::new(),
            local_packages: HashSet::new(),
        };
        let mut ids: HashMap<String, usize> = HashMap::new();
        for document in &scip.documents {
            let encoding = document.position_encoding.enum_value_or_default();
            if encoding != PositionEncoding::UTF8CodeUnitOffsetFromLineStart {
                return Err(format!("{}: columns count {encoding:?}", document.relative_path).into());
            }
            let mut occurrences: Occurrences = HashMap::new();
            for occurrence in &document.occurrences {
                // The module of a file spans the file and names nothing in it.
                let &[line, start, _end] = occurrence.range.as_slice() else {
                    continue;
                };
                let at = (line as usize, start as usize);
                // A local's symbol is unique in its document only.
                let text = if occurrence.symbol.starts_with("local ") {
                    "local".to_owned()
                } else {
                    occurrence.symbol.clone()
                };
                let id = match ids.get(&text) {
                    Some(id) => *id,
                    None => {
                        let id = index.symbols.len();
                        index.symbols.push(read_symbol(id, &text));
                        ids.insert(text, id);
                        id
                    }
                };
                let role = if occurrence.symbol_roles & SymbolRole::Definition as i32 != 0 {
                    Role::Definition
                } else {
                    Role::Reference
                };
                let known = occurrences.entry(at).or_default();
                if known.contains(&(id, role)) {
                    continue;
                }
                known.push((id, role));
                if role == Role::Definition {
                    index.local_packages.insert(index.symbols[id].package.clone());
                    index.definitions.entry(id).or_default().push(Definition {
                        file: document.relative_path.clone(),
                        line: at.0,
                        utf8: at.1,
                    });
                }
            }
            index.documents.insert(document.relative_path.clone(), occurrences);
        }
        for information in scip.documents.iter().flat_map(|document| &document.symbols) {
            if let Some(id) = ids.get(&information.symbol) {
                index.symbols[*id].takes_self = match information.kind.enum_value_or_default() {
                    Kind::Method | Kind::TraitMethod => Some(true),
                    Kind::StaticMethod => Some(false),
                    _ => None,
                };
            }
        }
        Ok(index)
    }

    pub fn occurrences_at(&self, file: &str, line: usize, utf8: usize) -> &[(usize, Role)] {
        self.documents
            .get(file)
            .and_then(|all| all.get(&(line, utf8)))
            .map_or(&[], Vec::as_slice)
    }

    pub fn definitions_of(&self, symbol: &Symbol) -> &[Definition] {
        self.definitions.get(&symbol.id).map_or(&[], Vec::as_slice)
    }

    pub fn is_local_package(&self, symbol: &Symbol) -> bool {
        self.local_packages.contains(&symbol.package)
    }

    pub fn is_derived(&self, symbol: &Symbol) -> bool {
        let Some((shape, implemented)) = &symbol.implements else {
            return false;
        };
        self.derived.get(shape).is_some_and(|all| all.contains(implemented))
    }
}

fn read_symbol(id: usize, text: &str) -> Symbol {
    let mut symbol = Symbol {
        id,
        name: String::new(),
        suffix: Suffix::Value,
        in_trait: false,
        in_impl: false,
        is_item: false,
        takes_self: None,
        package: String::new(),
        implements: None,
    };
    if text == "local" {
        return symbol;
    }
    let Ok(parsed) = parse_symbol(text) else {
        symbol.suffix = Suffix::Other;
        return symbol;
    };
    symbol.package = format!("{} {}", parsed.package.name, parsed.package.version);
    let described: Vec<(String, ScipSuffix)> = parsed
        .descriptors
        .iter()
        .map(|one| (one.name.clone(), one.suffix.enum_value_or_default()))
        .collect();
    let Some(((name, suffix), around)) = described.split_last() else {
        return symbol;
    };
    symbol.name = name.trim_start_matches("r#").to_owned();
    let arguments = around
        .iter()
        .rev()
        .take_while(|(_, suffix)| *suffix == ScipSuffix::TypeParameter)
        .count();
    let holder = around.len().checked_sub(arguments + 1).map(|at| &around[at]);
    symbol.in_impl = arguments > 0 && matches!(holder, Some((name, ScipSuffix::Type)) if name == "impl");
    symbol.suffix = match suffix {
        ScipSuffix::Method => Suffix::Method,
        ScipSuffix::Macro => Suffix::Macro,
        ScipSuffix::Term | ScipSuffix::Parameter => Suffix::Value,
        _ => Suffix::Other,
    };
    let in_type = !symbol.in_impl && matches!(around.last(), Some((_, ScipSuffix::Type)));
    symbol.in_trait = symbol.suffix == Suffix::Method && in_type;
    symbol.is_item = *suffix == ScipSuffix::Term && !in_type && !symbol.in_impl;
    if symbol.in_impl && arguments == 2 {
        let [.., (shape, _), (implemented, _)] = around else {
            return symbol;
        };
        symbol.implements = Some((strip_path(shape), strip_path(implemented)));
    }
    symbol
}

/// `a::B<'x, T>` -> `B`, `&B` -> `B`
fn strip_path(shape: &str) -> String {
    let bare = shape
        .trim_start_matches('&')
        .split('<')
        .next()
        .unwrap_or_default()
        .trim();
    bare.rsplit("::").next().unwrap_or_default().to_owned()
}
