//! Finds the call sites of a file by its tokens alone, inside the arguments of macros too: a name, perhaps a turbofish,
//! then parentheses; a name, `!`, then brackets of any sort; a field in parentheses, then parentheses. What the name is, a
//! function or a tuple struct, is not known here. Invariant: nothing that Callgrove itself uses is used here.

use proc_macro2::{Delimiter, Group, Ident, LexError, Spacing, TokenStream, TokenTree};
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    Method,
    /// A path, or a value in parentheses.
    Path,
    Macro,
}

pub struct Site {
    /// Lines and columns count from 0.
    pub line: usize,
    pub utf8: usize,
    pub utf16: usize,
    pub name: String,
    pub syntax: Syntax,
    /// `a::b()`
    pub is_qualified: bool,
    pub in_macro_rules: bool,
    /// The `{}` that enclose it, outermost first.
    pub blocks: Vec<usize>,
}

#[derive(Default)]
pub struct Source {
    pub sites: Vec<Site>,
    /// Type -> the traits that it derives.
    pub derived: HashMap<String, BTreeSet<String>>,
    /// Every identifier's blocks, by line and column in bytes.
    blocks: HashMap<(usize, usize), Vec<usize>>,
}

impl Source {
    pub fn blocks_at(&self, line: usize, utf8: usize) -> &[usize] {
        self.blocks.get(&(line, utf8)).map_or(&[], Vec::as_slice)
    }
}

// Weak keywords (union, auto, default, macro_rules …) may be names.
const KEYWORDS: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self",
    "Self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while", "yield",
];

pub fn find(text: &str) -> Result<Source, LexError> {
    let stream: TokenStream = text.parse()?;
    let mut walker = Walker {
        lines: text.split('\n').collect(),
        source: Source::default(),
        blocks: vec![],
        next_block: 0,
    };
    walker.walk(stream, false);
    walker.source.sites.sort_by_key(|site| (site.line, site.utf8));
    Ok(walker.source)
}

struct Walker<'a> {
    lines: Vec<&'a str>,
    source: Source,
    blocks: Vec<usize>,
    next_block: usize,
}

impl Walker<'_> {
    fn walk(&mut self, stream: TokenStream, in_macro_rules: bool) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut derives = BTreeSet::new();
        let mut at = 0;
        while at < tokens.len() {
            if let Some((attribute, next)) = read_attribute(&tokens, at) {
                read_derives(attribute, &mut derives);
                at = next;
                continue;
            }
            match &tokens[at] {
                TokenTree::Ident(name) => {
                    let (line, utf8, _) = self.locate(name);
                    self.source.blocks.insert((line, utf8), self.blocks.clone());
                    if ["struct", "enum", "union"].iter().any(|word| name == word) {
                        if let Some(TokenTree::Ident(defined)) = tokens.get(at + 1) {
                            let known = self.source.derived.entry(bare(defined)).or_default();
                            known.append(&mut derives);
                        }
                    }
                    if let Some(syntax) = read_call(&tokens, at) {
                        let is_qualified =
                            is_punct(before(&tokens, at, 1), ':') && is_joint(before(&tokens, at, 2), ':');
                        self.add(name, syntax, is_qualified, in_macro_rules);
                    }
                }
                TokenTree::Group(group) => {
                    if let Some(name) = read_called_value(&tokens, at) {
                        self.add(&name, Syntax::Path, false, in_macro_rules);
                    }
                    let is_block = group.delimiter() == Delimiter::Brace;
                    if is_block {
                        self.blocks.push(self.next_block);
                        self.next_block += 1;
                    }
                    self.walk(group.stream(), in_macro_rules || is_macro_definition(&tokens, at));
                    if is_block {
                        self.blocks.pop();
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn locate(&self, name: &Ident) -> (usize, usize, usize) {
        let start = name.span().start();
        let line = start.line - 1;
        let before = self.lines[line].chars().take(start.column);
        let (mut utf8, mut utf16) = (0, 0);
        for character in before {
            utf8 += character.len_utf8();
            utf16 += character.len_utf16();
        }
        (line, utf8, utf16)
    }

    fn add(&mut self, name: &Ident, syntax: Syntax, is_qualified: bool, in_macro_rules: bool) {
        let (line, utf8, utf16) = self.locate(name);
        let blocks = self.blocks.clone();
        self.source.sites.push(Site {
            line,
            utf8,
            utf16,
            name: bare(name),
            syntax,
            is_qualified,
            in_macro_rules,
            blocks,
        });
    }
}

fn bare(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn is_joint(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted && punct.spacing() == Spacing::Joint)
}

fn is_word(token: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(name)) if name == wanted)
}

fn is_keyword(name: &Ident) -> bool {
    KEYWORDS.iter().any(|word| name == word)
}

fn as_parentheses(token: Option<&TokenTree>) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

fn before(tokens: &[TokenTree], at: usize, steps: usize) -> Option<&TokenTree> {
    at.checked_sub(steps).and_then(|at| tokens.get(at))
}

/// `#[…]` and `#![…]`: what stands in an attribute is not called.
fn read_attribute(tokens: &[TokenTree], at: usize) -> Option<(&Group, usize)> {
    if !is_punct(tokens.get(at), '#') {
        return None;
    }
    let after = if is_punct(tokens.get(at + 1), '!') {
        at + 2
    } else {
        at + 1
    };
    match tokens.get(after) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some((group, after + 1)),
        _ => None,
    }
}

/// The last names of `derive(a::B, C)`, also inside `cfg_attr(…)`.
fn read_derives(attribute: &Group, derives: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    for at in 0..tokens.len() {
        let Some(group) = as_parentheses(tokens.get(at + 1)) else {
            continue;
        };
        if is_word(tokens.get(at), "derive") {
            let named: Vec<TokenTree> = group.stream().into_iter().collect();
            for (place, token) in named.iter().enumerate() {
                if let TokenTree::Ident(name) = token {
                    if !is_punct(named.get(place + 1), ':') {
                        derives.insert(bare(name));
                    }
                }
            }
        } else {
            read_derives(group, derives);
        }
    }
}

/// The body of `macro_rules! name {…}` and of `macro name(…) {…}`.
fn is_macro_definition(tokens: &[TokenTree], at: usize) -> bool {
    let is_rules = is_punct(before(tokens, at, 2), '!') && is_word(before(tokens, at, 3), "macro_rules");
    let is_declared = is_word(before(tokens, at, 2), "macro");
    let is_declared_body = as_parentheses(before(tokens, at, 1)).is_some() && is_word(before(tokens, at, 3), "macro");
    is_rules || is_declared || is_declared_body
}

/// Whether the name at `at` is called, and how.
fn read_call(tokens: &[TokenTree], at: usize) -> Option<Syntax> {
    let Some(TokenTree::Ident(name)) = tokens.get(at) else {
        return None;
    };
    if is_keyword(name) {
        return None;
    }
    let previous = before(tokens, at, 1);
    let defines = ["fn", "struct", "enum", "union", "macro"]
        .iter()
        .any(|word| is_word(previous, word));
    let names_macro = is_punct(previous, '!') && is_word(before(tokens, at, 2), "macro_rules");
    if defines || names_macro || is_joint(previous, '\'') {
        return None;
    }
    if is_punct(tokens.get(at + 1), '!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_))) {
        return Some(Syntax::Macro);
    }
    as_parentheses(tokens.get(skip_turbofish(tokens, at + 1)))?;
    let is_range = is_joint(before(tokens, at, 2), '.');
    if is_punct(previous, '.') && !is_range {
        Some(Syntax::Method)
    } else {
        Some(Syntax::Path)
    }
}

fn skip_turbofish(tokens: &[TokenTree], at: usize) -> usize {
    if !(is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':') && is_punct(tokens.get(at + 2), '<')) {
        return at;
    }
    let mut depth = 0;
    for end in at + 2..tokens.len() {
        if is_punct(tokens.get(end), '<') {
            depth += 1;
        } else if is_punct(tokens.get(end), '>') && !is_joint(tokens.get(end - 1), '-') {
            depth -= 1;
            if depth == 0 {
                return end + 1;
            }
        }
    }
    at
}

/// `(self.hook)(x)`, `(f)(x)`: the last name in the first parentheses. `(*f)(x)` and `g()(x)` call no name.
fn read_called_value(tokens: &[TokenTree], at: usize) -> Option<Ident> {
    let callee = as_parentheses(tokens.get(at))?;
    as_parentheses(tokens.get(at + 1))?;
    let stands_alone = match before(tokens, at, 1) {
        None => true,
        Some(TokenTree::Ident(name)) => {
            is_keyword(name) && !["self", "Self", "fn", "pub"].iter().any(|word| name == word)
        }
        Some(TokenTree::Punct(punct)) => !['>', '!', '?', '$'].contains(&punct.as_char()) || is_arrow(tokens, at),
        _ => false,
    };
    let inner: Vec<TokenTree> = callee.stream().into_iter().collect();
    let is_path = inner.iter().all(|token| match token {
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => ['.', ':'].contains(&punct.as_char()),
        TokenTree::Group(_) => false,
    });
    match inner.last() {
        Some(TokenTree::Ident(name)) if stands_alone && is_path && !is_keyword(name) => Some(name.clone()),
        _ => None,
    }
}

/// `=> (self.hook)(x)`
fn is_arrow(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(before(tokens, at, 1), '>') && is_joint(before(tokens, at, 2), '=')
}
