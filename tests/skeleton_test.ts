/**
 * What `languages new` writes, by the programs that it reads: fixtures without any query of one's own.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCallgrove } from "./support/shop.ts";

const GRAMMARS = new URL("../node_modules/@vscode/tree-sitter-wasm/wasm/", import.meta.url).pathname;

const PHP = `// --- path: src/Base/Store.php ---
<?php
namespace App\\Base;
function help() {}
class Store {
  public function save() {}
  public static function open(): static { return new static(); }
//                                                   ^^^^^^ calls: App\\Base.Store by constructor
}
class Rows {
  public function all() {}
  public function count() {}
}
trait Counts {
  public function count() {}
}
// --- path: src/Svc/Job.php ---
<?php
namespace App\\Svc;
use App\\Base;
use App\\Base\\{Store, Rows as Table, Counts};
use function App\\Base\\help;
class Job extends Table {
  use Counts;
  private ?Table $rows = null;
  public function __construct(private Store $store, protected $kind = null) {
    $store->save();
//          ^ calls: App\\Base.Store.save by type
  }
  public function run(Job|int $other): Store {
    $this->store->save();
//                ^ calls: App\\Base.Store.save by type
    $this->rows->all();
//               ^ calls: App\\Base.Rows.all by type
    $this->count();
//         ^ calls: App\\Base.Counts.count by dispatch
    parent::all();
//          ^^^ calls: App\\Base.Rows.all by self
    help();
//  ^^^^ calls: App\\Base.help by import
    \\App\\Base\\help();
//            ^ calls: App\\Base.help by import
    Base\\help();
//       ^^^^ calls: App\\Base.help by import
    \\strlen('x');
//   ^ calls: ext:strlen by external
    \\App\\Other\\help();
//             ^ calls: ? by unresolved
    glob('x');
//  ^^^^ calls: glob by scope
    \\glob('x');
//   ^ calls: glob by scope
    Svc\\glob('x');
//      ^^^^ calls: ? by unresolved
    $make = fn(Store $one) => $one->save();
//                                  ^ calls: App\\Base.Store.save by type
    return Store::open();
//                ^^^^ calls: App\\Base.Store.open by path
  }
  public function again() {
    $this->run(1)->save();
//         ^ calls: App\\Svc.Job.run by self
//                 ^ calls: App\\Base.Store.save by type
    foreach ($this->some() as $each) { $each->save(); }
//                  ^ calls: App\\Svc.Job.some by self
//                                            ^ calls: App\\Base.Store.save by unique-name
  }
  public function some(): array { return []; }
}
// --- path: src/plain.php ---
<?php
use App\\Svc\\Job;
function glob($x) {}
$job = new Job(null);
//         ^^^ calls: App\\Svc.Job.__construct by constructor
$job?->again();
//     ^ calls: App\\Svc.Job.again by type
$row = new \\App\\Base\\Rows();
//                   ^ calls: App\\Base.Rows by constructor
$row->count();
//    ^ calls: App\\Base.Rows.count by type
`;

const C_SHARP = `// --- path: src/Store.cs ---
namespace App.Base {
  public class Store {
    public virtual void Save() { }
    public static Store Open(string name, int at = 1) => new Store();
//                                                           ^^^^^ calls: App.Base.Store by constructor
  }
}
// --- path: src/Job.cs ---
using App.Base;
using Outer.Kit;
namespace App.Svc;
class Job : Store {
  private readonly Store _store = new Store();
//                                    ^^^^^ calls: App.Base.Store by constructor
  public Job(Store store) : base() { _store = store; }
//                          ^^^^ calls: App.Base.Store by constructor
  public override void Save() => base.Save();
//                                    ^^^^ calls: App.Base.Store.Save by self
  public void Run(params Store[] all) {
    _store.Save();
//         ^^^^ calls: App.Base.Store.Save by type
    var made = Store.Open("x");
//                   ^^^^ calls: App.Base.Store.Open by path
    made?.Save();
//        ^^^^ calls: App.Base.Store.Save by type
    if (made is Job job) { job.Run(); }
//                             ^^^ calls: App.Svc.Job.Run by type
    foreach (Store one in all) one.Save();
//                                 ^^^^ calls: App.Base.Store.Save by type
    Store other = new(3);
//                ^^^ calls: App.Base.Store by constructor
    // A project's imports may bring it: Outer.Kit need not be what has it.
    Some.Go();
//       ^^ calls: App.Tests.Support.Some.Go by unique-name
  }
}
// --- path: src/Parts.cs ---
using App.Base;
namespace App.Svc;
static class More { public static void Twice(this Store store) { store.Save(); } }
//                                                                     ^^^^ calls: App.Base.Store.Save by type
record Task(Store First) {
  public void Run() { First.Save(); }
//                          ^^^^ calls: App.Base.Store.Save by type
}
partial class Desk : Store {
  public Store Store { get; set; }
  public void One(Task task) {
    Two();
//  ^^^ calls: App.Svc.Desk.Two by self
    Store.Save();
//        ^^^^ calls: App.Base.Store.Save by type
    task.First.Save();
//             ^^^^ calls: App.Base.Store.Save by type
    Store.Twice();
//        ^^^^^ calls: App.Svc.More.Store.Twice by type
  }
}
// --- path: src/MoreParts.cs ---
using App.Base;
namespace App.Svc;
partial class Desk {
  void Two() { Save(); }
//             ^^^^ calls: App.Base.Store.Save by self
  void Start(Desk other) {
    other.One(null);
//        ^^^ calls: App.Svc.Desk.One by type
    other.Two();
//        ^^^ calls: App.Svc.Desk.Two by type
  }
}
class Alone {
  void Begin() { Two(); }
//               ^^^ calls: ? by unresolved
}
// --- path: test/Some.cs ---
namespace App.Tests.Support;
static class Some { public static void Go() { } }
`;

const RUBY = `# --- path: a.rb ---
class Job
  def helper
    3
  end
  def run(given, other)
    helper
#   ^^^^^^ calls: Job::helper by scope
    made = helper
#          ^^^^^^ calls: Job::helper by scope
    given.each { |helper| helper }
#         ^ calls: ? by unresolved
    other
    helper.abs
#   ^^^^^^ calls: Job::helper by scope
#          ^ calls: ? by unresolved
    made
  end
  alias again run
end
def top
  made = Job.new
#        ^^^ calls: Job by constructor
  made.helper
#      ^ calls: Job::helper by type
  top
# ^^^ calls: top by scope
end
# --- path: lib/app/store.rb ---
require "set"
# <- calls: ? by unresolved
module App
  module Kit
    class Base
      def initialize(name)
        @name = name
      end
      def save(x)
        x
      end
    end
    class Store < Base
      include Counts
      def initialize(name)
        super
#       ^^^^^ calls: App::Kit::Base::initialize by self
        @rows = Rows.new
#               ^^^^ calls: App::Kit::Rows by constructor
        @rows ||= Rows.new
#                 ^^^^ calls: App::Kit::Rows by constructor
      end
      def save(x)
        [x].each { super(x) }
#           ^ calls: ? by unresolved
#                  ^^^^^ calls: App::Kit::Base::save by self
        @rows.push(x)
#             ^^^^ calls: App::Kit::Rows::push by type
        push(x)
#       ^^^^ calls: ? by unresolved
      end
      def self.open(name)
      end
      def open
      end
      class << self
        def close
        end
      end
      def self.included(base)
        include Other
      end
    end
    class Rows
      def push(x)
      end
    end
  end
end
# --- path: lib/app/counts.rb ---
module App
  module Counts
    def count
      total
#     ^^^^^ calls: App::Counts::total by dispatch
    end
    def total
    end
  end
  module Beside
    class Odd
    end
  end
end
# --- path: lib/app/job.rb ---
module App
  class Job
    def run
      store = Kit::Store.new("x")
#                  ^^^^^ calls: App::Kit::Store::initialize by constructor
      store.save(1)
#           ^^^^ calls: App::Kit::Store::save by type
      store.count
#           ^^^^^ calls: App::Counts::count by dispatch
      store.open
#           ^^^^ calls: App::Kit::Store::open by type
      App::Kit::Store.open("x")
#                     ^^^^ calls: App::Kit::Store::open by path
      Kit::Store.close
#                ^^^^^ calls: App::Kit::Store::close by path
      Kit::Store.count
#                ^^^^^ calls: App::Counts::count by unique-name
      Counts.total
#            ^^^^^ calls: App::Counts::total by dispatch
    end
  end
end
`;

const JAVA = `// --- path: src/a/Store.java ---
package a;
public class Store extends outer.Base {
  public void save() { equals(this, "x"); }
//                     ^^^^^^ calls: a.Store.equals by scope
  public boolean equals(Object other) { return false; }
}
// --- path: src/b/Job.java ---
package b;
import a.Store;
import java.util.*;
class Job {
  private final Store store = new Store();
//                                ^^^^^ calls: a.Store by constructor
  void run(Store... all) {
    this.store.save();
//             ^^^^ calls: a.Store.save by type
    for (Store one : all) one.save();
//                            ^^^^ calls: a.Store.save by type
    Runnable go = () -> store.save();
//                            ^^^^ calls: a.Store.save by type
    var made = new Store() { public void save() { super.save(); } };
//                 ^^^^^ calls: a.Store by constructor
//                                                      ^^^^ calls: a.Store.save by self
  }
}
`;

/** A folder with a beginning of one language; what `use` finds wrong fails. */
async function withBeginning(name: string, grammar: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-skeleton-"));
  try {
    const file = join(GRAMMARS, `tree-sitter-${grammar}.wasm`);
    const made = await runCallgrove(["languages", "new", name, "--grammar", file, "--ending", `.${name}`], folder);
    assert.equal(made.status, 0, made.stderr);
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (
  const [name, grammar, program] of [["php", "php", PHP], ["cs", "c-sharp", C_SHARP], ["java", "java", JAVA], ["rb", "ruby", RUBY]] as const
) {
  Deno.test(`languages new: what is written for ${grammar} reads a program without a query of one's own`, () =>
    withBeginning(name, grammar, async (folder) => {
      writeFileSync(join(folder, name, "fixtures", `calls.${name}`), program);
      const tested = await runCallgrove(["languages", "test", join(folder, name)], folder);
      assert.equal(tested.status, 0, tested.stdout + tested.stderr);
    }));
}

Deno.test("what takes other arguments than are given is no more than likely meant: one from outside may share the name", () =>
  withBeginning("java", "java", async (folder) => {
    writeFileSync(
      join(folder, "Store.java"),
      "class Store extends Base {\n  void save() { equals(this, 1); }\n  boolean equals(Object other) {}\n}\n",
    );
    const said = await runCallgrove(["explain", "Store.java:2", "--plugin", join(folder, "java")], folder);
    assert.match(said.stdout, /calls equals -> .*\[scope, heuristic\]/);
  }));

Deno.test("lists of whoever makes a class stay open where something is made and nothing tells of what", () =>
  withBeginning("cs", "c-sharp", async (folder) => {
    writeFileSync(join(folder, "Made.cs"), "class Made { Made of = new(1); Made(int a) { Take(new(2)); } void Take(Made one) {} }\n");
    const makers = await runCallgrove(["callers", "Made", "--plugin", join(folder, "cs")], folder);
    assert.match(makers.stdout, /^1 caller, 1 call in 1 file \(possibly incomplete\)[^]*Made\.cs:1:51/m, makers.stdout);
  }));

Deno.test("languages new: each grammar gives a beginning that passes the check", async () => {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-skeleton-"));
  try {
    for (const name of ["bash", "powershell", "ruby"]) {
      const made = await runCallgrove(
        ["languages", "new", name, "--grammar", join(GRAMMARS, `tree-sitter-${name}.wasm`), "--ending", `.${name}`],
        folder,
      );
      assert.equal(made.status, 0, name + made.stderr);
      writeFileSync(join(folder, name, "fixtures", `calls.${name}`), "");
      const tested = await runCallgrove(["languages", "test", join(folder, name)], folder);
      assert.doesNotMatch(tested.stdout + tested.stderr, /error/, name);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
