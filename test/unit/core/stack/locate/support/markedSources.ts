/** Source file whose lines are marked with the functions of the frames that can refer to them: `//@ Cart.<init>`. */
export interface MarkedSource {
	readonly path: string;
	/** Members, separated by blank lines. Each can be removed, moved or copied. */
	readonly text: string;
	/** Members without code, or of another function, that a developer could add. */
	readonly more: readonly string[];
	frame(name: string, line1: number): string;
}

const jvm = (file: string) => (name: string, line1: number) => `\tat com.example.${name}(${file}:${line1})`;
const swiftSymbols: Readonly<Record<string, string>> = { shared: 'one-time initialization function for shared' };

export const markedSources: readonly MarkedSource[] = [
	{
		path: 'src/Screen.kt',
		frame: jvm('Screen.kt'),
		more: [
			'    lateinit var added: Cart',
			'    val more: Int get() = sum()',
			'    var other: Int\n        get() = sum()',
		],
		text: `
package com.example

class Screen(val start: Int) { //@ Screen.<init>

    private val size = measure( //@ Screen.<init>
        start, //@ Screen.<init>
    ) //@ Screen.<init>

    var isOpen: Boolean
        get() = start > 0 //@ Screen.isOpen
        set(value) { save(value) } //@ Screen.setOpen

    lateinit var late: Cart

    val settings get() = load() //@ Screen.getSettings

    val rows by lazy { //@ Screen.<init>
        load() //@ Screen.rows_delegate$lambda$0
    }

    init { //@ Screen.<init>
        check(start > 0) //@ Screen.<init>
    } //@ Screen.<init>

    fun open() { //@ Screen.open
        show(start) //@ Screen.open
    }

    companion object { //@ Screen.<clinit>
        val shared = make() //@ Screen.<clinit>
    }

}

val screens = listOf( //@ ScreenKt.<clinit>
    make(), //@ ScreenKt.<clinit>
)

val Screen.total get() = sum() //@ ScreenKt.getTotal
`,
	},
	{
		path: 'src/Till.java',
		frame: jvm('Till.java'),
		more: ['    private int added;', '    static int more = 3;', '    int other() {\n        return sum();\n    }'],
		text: `
package com.example;

class Till {

    static final int COUNT = load(); //@ Till.<clinit>

    private final int size = load( //@ Till.<init>
        3 //@ Till.<init>
    ); //@ Till.<init>

    private int rows;

    static { //@ Till.<clinit>
        prepare(); //@ Till.<clinit>
    }

    Till(int rows) { //@ Till.<init>
        check(rows); //@ Till.<init>
    } //@ Till.<init>

    void open() { //@ Till.open
        show(); //@ Till.open
    }

}
`,
	},
	{
		path: 'src/Store.cs',
		frame: (name, line1) => `   at Acme.${name}() in C:\\ci\\src\\Store.cs:line ${line1}`,
		more: ['    private int added;', '    public int More => Sum();', '    void Other() {\n        Sum();\n    }'],
		text: `
namespace Acme;

class Store {

    static readonly int Count = Load(); //@ Store..cctor

    public int Size { get; set; } = Load(); //@ Store..ctor

    public int Total => Sum(); //@ Store.get_Total

    private int rows;

    public Store() { //@ Store..ctor
        Check(); //@ Store..ctor
    } //@ Store..ctor

    void Open() { //@ Store.Open
        Show(); //@ Store.Open
    }

}
`,
	},
	{
		path: 'lib/mat.dart',
		frame: (name, line1) => `#0      ${name} (package:shop/mat.dart:${line1}:5)`,
		more: ['  int? added;', '  int get more => sum();', '  void other() {\n    sum();\n  }'],
		text: `
class Mat {

  final int size = load( //@ new Mat
    3, //@ new Mat
  ); //@ new Mat

  static final int count = load(); //@ Mat.count

  late final int label = load(); //@ Mat.label

  int rows;

  Mat(this.rows) { //@ new Mat
    check(rows); //@ new Mat
  } //@ new Mat

  Mode get mode { //@ Mat.mode
    return load(); //@ Mat.mode
  }

  set mode(Mode value) { //@ Mat.mode=
    save(value); //@ Mat.mode=
  }

  void open(bool c) { //@ Mat.open
    c //@ Mat.open
        ? run(() => load()) //@ Mat.open Mat.open.<anonymous closure>
        : run(() => save()); //@ Mat.open Mat.open.<anonymous closure>
  }

}

extension on Mat {

  int total() { //@ _extension#0.total
    return sum(); //@ _extension#0.total
  }

}
`,
	},
	{
		path: 'src/panel.ts',
		frame: (name, line1) => `    at ${name} (/ci/build/src/panel.ts:${line1}:5)`,
		more: ['  added?: number;', '  get more() {\n    return sum();\n  }', '  other() {\n    sum();\n  }'],
		text: `
export class Panel {

  @observable({ //@ new Panel
    deep: true, //@ new Panel
  }) //@ new Panel
  value = load( //@ new Panel
    1, //@ new Panel
  ); //@ new Panel

  static store = new Store< //@ Panel.<static_initializer>
    Item //@ Panel.<static_initializer>
  >( //@ Panel.<static_initializer>
    load(), //@ Panel.<static_initializer>
  ); //@ Panel.<static_initializer>

  rows?: number;

  constructor() { //@ new Panel
    check(); //@ new Panel
  } //@ new Panel

  get mode() { //@ Panel.get mode [as mode]
    return load(); //@ Panel.get mode [as mode]
  }

  set mode(value) { //@ Panel.set mode [as mode]
    save(value); //@ Panel.set mode [as mode]
  }

  @action.bound
  open() { //@ Panel.open
    show(); //@ Panel.open
  }

}
`,
	},
	{
		path: 'Shop/Cart.swift',
		frame: (name, line1) => `0   Shop   0x0000000102a3b1f0 ${swiftSymbols[name] ?? name} + 84 (Cart.swift:${line1})`,
		more: [
			'    var added: Int?',
			'    var more: Int {\n        sum()\n    }',
			'    func other() {\n        sum()\n    }',
		],
		text: `
final class Cart {

    static let shared = make() //@ shared

    private let size = load( //@ Cart.init(asset:) Cart.init(remoteURL:)
        3 //@ Cart.init(asset:) Cart.init(remoteURL:)
    ) //@ Cart.init(asset:) Cart.init(remoteURL:)

    var isOpen: Bool { //@ Cart.isOpen.getter
        check() //@ Cart.isOpen.getter
    }

    lazy var label = load() //@ Cart.label.getter

    var rows: Int

    init(asset name: String) { //@ Cart.init(asset:)
        rows = load(name) //@ Cart.init(asset:)
    } //@ Cart.init(asset:)

    init(remoteURL: URL) { //@ Cart.init(remoteURL:)
        rows = load(remoteURL) //@ Cart.init(remoteURL:)
    } //@ Cart.init(remoteURL:)

    func application(_ app: App, willFinish options: Options) { //@ Cart.application(_:willFinish:)
        show(options) //@ Cart.application(_:willFinish:)
    }

    func application(_ app: App, didFinish options: Options) { //@ Cart.application(_:didFinish:)
        show(app) //@ Cart.application(_:didFinish:)
    }

}
`,
	},
];
