import * as assert from 'node:assert/strict';
import { getOutcome } from './support/outcomes';

interface Placed {
	readonly title: string;
	readonly files: Readonly<Record<string, readonly string[]>>;
	readonly frames: readonly (readonly [frame: string, outcome: string])[];
}

const swift = (symbol: string, place?: string) =>
	`0   Shop   0x0000000102a3b1f0 ${symbol} + 84${place === undefined ? '' : ` (${place})`}`;

const all: readonly Placed[] = [
	{
		title: 'code in the fields of a Kotlin file',
		files: {
			'src/ShopModule.kt': [
				'package com.example', // 1
				'', // 2
				'val shopModule = module {', // 3
				'    single { Cart() }', // 4
				'}', // 5
				'val settings get() = load()', // 6
				'val Cart.total: Int get() = sum()', // 7
			],
		},
		frames: [
			['\tat com.example.ShopModuleKt.<clinit>(ShopModule.kt:3)', '3'],
			['\tat com.example.ShopModuleKt._clinit_$lambda$0(ShopModule.kt:4)', '4'],
			['\tat com.example.ShopModuleKt.<clinit>(ShopModule.kt:6)', 'moved 3'],
			['\tat com.example.ShopModuleKt.getSettings(ShopModule.kt:6)', '6'],
			['\tat com.example.ShopModuleKt.getSettings(ShopModule.kt:3)', 'moved 6'],
			['\tat com.example.ShopModuleKt.getTotal(ShopModule.kt:7)', '7'],
		],
	},
	{
		title: 'generated members and nested classes of Kotlin',
		files: {
			'src/Row.kt': [
				'package com.example', // 1
				'@Serializable', // 2
				'data class Row(val id: Int) : Base(id) {', // 3
				'    val all = load()', // 4
				'        .map { make() }', // 5
				'    companion object Factory {', // 6
				'        val shared = make()', // 7
				'    }', // 8
				'    object Empty : Item {', // 9
				'        val size = make()', // 10
				'    }', // 11
				'    fun open() = run()', // 12
				'    var isOpen = true', // 13
				'        set(value) { save(value) }', // 14
				'}', // 15
			],
		},
		frames: [
			['\tat com.example.Row.<init>(Row.kt:2)', '2'],
			['\tat com.example.Row.copy(Row.kt:2)', '2'],
			['\tat com.example.Row$$serializer.deserialize(Row.kt:2)', '2'],
			['\tat com.example.Row$special$$inlined$map$1.collect(Row.kt:5)', '5'],
			['\tat com.example.Row.<clinit>(Row.kt:6)', '6'],
			['\tat com.example.Row.<clinit>(Row.kt:7)', '7'],
			['\tat com.example.Row.<clinit>(Row.kt:10)', 'moved 7'],
			['\tat com.example.Row$Empty.<clinit>(Row.kt:10)', '10'],
			['\tat com.example.Row.setOpen(Row.kt:14)', '14'],
			['\tat com.example.Row.open(Row.kt:12)', '12'],
		],
	},
	{
		title: 'Java constructors without a declaration or parameters, and C# finalizers',
		files: {
			'src/Till.java': [
				'package com.example;', // 1
				'class Till extends Base {', // 2
				'    {', // 3
				'        prepare();', // 4
				'    }', // 5
				'    record Row(int id) {', // 6
				'        Row {', // 7
				'            check(id);', // 8
				'        }', // 9
				'    }', // 10
				'}', // 11
			],
			'src/Store.cs': ['class Store<T> {', '    ~Store() { Stop(); }', '    void Other() { Stop(); }', '}'],
		},
		frames: [
			['\tat com.example.Till.<init>(Till.java:2)', '2'],
			['\tat com.example.Till.<init>(Till.java:4)', '4'],
			['\tat com.example.Till$Row.<init>(Till.java:8)', '8'],
			['   at Store`1.Finalize() in C:\\ci\\src\\Store.cs:line 2', '2'],
		],
	},
	{
		title: 'accessors of a Kotlin property whose name starts with `is`',
		files: {
			'src/Till.kt': [
				'package com.example', // 1
				'class Till {', // 2
				'    var isOpen: Boolean', // 3
				'        get() = load()', // 4
				'        set(value) { save(value) }', // 5
				'}', // 6
			],
		},
		frames: [
			['\tat com.example.Till.isOpen(Till.kt:4)', '4'],
			['\tat com.example.Till.setOpen(Till.kt:5)', '5'],
			['\tat com.example.Till.setOpen(Till.kt:2)', 'moved 3'],
		],
	},
	{
		title: 'the class of a Kotlin file whose name is not an identifier',
		files: { 'src/Icons.jvm.kt': ['package com.example', 'val Reply: Icon', '    get() = load()'] },
		frames: [['\tat com.example.Icons_jvmKt.getReply(Icons.jvm.kt:3)', '3']],
	},
	{
		title: 'JavaScript constructors as browsers name them',
		files: {
			'src/store.ts': ['export class Store {', '  items = load();', '}'],
			'src/till.ts': ['export class Till {', '  constructor() {', '    load();', '  }', '}'],
		},
		frames: [
			['Store@http://localhost/src/store.ts:2:18', '2'],
			['    at Store.<instance_members_initializer> (/ci/src/store.ts:2:11)', '2'],
			['Till@http://localhost/src/till.ts:3:5', '3'],
			['Till@http://localhost/src/till.ts:1:5', '? moved 2'],
		],
	},
	{
		title: 'unnamed Dart extensions',
		files: {
			'pubspec.yaml': ['name: shop'],
			'lib/cart.dart': [
				'extension on Cart {', // 1
				'  int total() {', // 2
				'    return sum();', // 3
				'  }', // 4
				'}', // 5
				'extension on Till {', // 6
				'  int total() {', // 7
				'    return sum();', // 8
				'  }', // 9
				'}', // 10
			],
		},
		frames: [
			['#0      _extension#0.total (package:shop/cart.dart:3:5)', '3'],
			['#0      _extension#1|total (package:shop/cart.dart:8:5)', '8'],
			['#0      _extension#1.total (package:shop/cart.dart:3:5)', 'moved 7'],
		],
	},
	{
		title: 'Dart conditional expressions that call functions with closures',
		files: {
			'pubspec.yaml': ['name: shop'],
			'lib/cart.dart': [
				'class Cart {', // 1
				'  void save(bool c) {', // 2
				'    c', // 3
				'        ? run(() => a())', // 4
				'        : run(() => b());', // 5
				'    c ? load() : run(() => b());', // 6
				'    c ?? run(() {', // 7
				'      a();', // 8
				'    });', // 9
				'  }', // 10
				'  int? find() {', // 11
				'    int? local(int a) => load(a);', // 12
				'    return local(1);', // 13
				'  }', // 14
				'}', // 15
				'final total = c', // 16
				'    ? run(() => a())', // 17
				'    : run(() => b());', // 18
			],
		},
		frames: [
			...[3, 4, 5, 6, 7, 8].map(
				(line1) => [`#0      Cart.save (package:shop/cart.dart:${line1}:5)`, `${line1}`] as const,
			),
			['#0      Cart.save.<anonymous closure> (package:shop/cart.dart:5:5)', '5'],
			['#0      Cart.find (package:shop/cart.dart:13:5)', '13'],
			['#0      Cart.find (package:shop/cart.dart:12:5)', 'moved 11'],
			['#0      Cart.find.local (package:shop/cart.dart:12:5)', '12'],
			['#0      total (package:shop/cart.dart:17:5)', '17'],
			['#0      total.<anonymous closure> (package:shop/cart.dart:18:5)', '18'],
		],
	},
	{
		title: 'TypeScript fields and methods with decorators and type arguments on several lines',
		files: {
			'src/panel.ts': [
				'export class Panel {', // 1
				'  @observable({', // 2
				'    deep: true,', // 3
				'  })', // 4
				'  value = load(', // 5
				'    1,', // 6
				'  );', // 7
				'  static store = new Store<', // 8
				'    Item', // 9
				'  >(', // 10
				'    load(),', // 11
				'  );', // 12
				'  @action.bound', // 13
				'  @debounce(300)', // 14
				'  save() {', // 15
				'    run();', // 16
				'  }', // 17
				"  @HostListener('click') onClick() {", // 18
				'    run();', // 19
				'  }', // 20
				'  static {', // 21
				'    run();', // 22
				'  }', // 23
				'}', // 24
			],
		},
		frames: [
			...[2, 3, 4, 5, 6].map((line1) => [`    at new Panel (/ci/src/panel.ts:${line1}:5)`, `${line1}`] as const),
			...[8, 9, 10, 11, 22].map(
				(line1) => [`    at Panel.<static_initializer> (/ci/src/panel.ts:${line1}:5)`, `${line1}`] as const,
			),
			['    at Panel.save (/ci/src/panel.ts:16:5)', '16'],
			['    at Panel.onClick (/ci/src/panel.ts:19:5)', '19'],
		],
	},
	{
		title: 'getters and setters with the same name',
		files: {
			'pubspec.yaml': ['name: shop'],
			'lib/mat.dart': [
				'class Mat {', // 1
				'  Mode get mode {', // 2
				'    return load();', // 3
				'  }', // 4
				'  set mode(Mode value) {', // 5
				'    save(value);', // 6
				'  }', // 7
				'}', // 8
				'extension Mats on Mat {', // 9
				'  set kind(Kind value) {', // 10
				'    save(value);', // 11
				'  }', // 12
				'}', // 13
			],
			'src/mat.ts': [
				'class Mat {', // 1
				'  get mode() {', // 2
				'    return load();', // 3
				'  }', // 4
				'  set mode(value) {', // 5
				'    save(value);', // 6
				'  }', // 7
				'}', // 8
			],
		},
		frames: [
			['#0      Mat.mode= (package:shop/mat.dart:6:5)', '6'],
			['#0      Mat.mode= (package:shop/mat.dart:3:5)', 'moved 5'],
			['#0      Mat.mode (package:shop/mat.dart:3:5)', '3'],
			['#0      Mat.mode (package:shop/mat.dart:6:5)', 'moved 2'],
			['#0      Mats|set#kind (package:shop/mat.dart:11:5)', '11'],
			['    at Mat.set mode [as mode] (/ci/src/mat.ts:6:5)', '6'],
			['    at Mat.set mode [as mode] (/ci/src/mat.ts:3:5)', '? moved 5'],
			['    at Mat.get mode [as mode] (/ci/src/mat.ts:3:5)', '3'],
		],
	},
	{
		title: 'Swift functions with different argument labels',
		files: {
			'App/Cart.swift': [
				'final class Cart {', // 1
				'    init(asset name: String) {', // 2
				'        load()', // 3
				'    }', // 4
				'    init(remoteURL: URL) {', // 5
				'        load()', // 6
				'    }', // 7
				'    func application(_ app: App, didFinish options: [String: Any] = [:]) -> Bool {', // 8
				'        run { load() }', // 9
				'    }', // 10
				'    func add(@Wrapped rows: [Row], for row: Row) {', // 11
				'    }', // 12
				'}', // 13
			],
		},
		frames: [
			[swift('Cart.init(asset:)', 'Cart.swift:3'), '3'],
			[swift('Cart.init(asset:)', 'Cart.swift:6'), '? moved 2'],
			[swift('Cart.init(asset:)'), 'declaration 2'],
			[swift('Cart.init(other:)'), '? declaration 1'],
			[swift('Cart.application(_:didFinish:)', 'Cart.swift:9'), '9'],
			[swift('Cart.application(_:willFinish:)', 'Cart.swift:9'), '? gone'],
			[swift('closure #1 in Cart.application(_:willFinish:)', 'Cart.swift:9'), '? gone'],
			[swift('Cart.application(_:willFinish:)'), '- functionMissing'],
			[swift('Cart.add(rows:for:)'), 'declaration 11'],
			[swift('Cart.add(rows:row:)'), '- functionMissing'],
			[swift('default argument 1 of Cart.application(_:didFinish:)', 'Cart.swift:8'), '8'],
		],
	},
	{
		title: 'Swift types whose names many apps use',
		files: {
			'App/Views.swift': ['struct ContentView: View {', '    var body: some View {', '        Text("")', '    }', '}'],
			'App/SettingsView.swift': [
				'struct SettingsView: View {',
				'    var body: some View {',
				'        Text("")',
				'    }',
				'}',
			],
			'App/Editor/RootView.swift': [
				'extension Editor {',
				'    struct RootView: View {',
				'        var body: some View {',
				'            Text("")',
				'        }',
				'    }',
				'}',
			],
			'Shop/MainView.swift': ['struct MainView: View {', '    var body: some View {', '        Text("")', '    }', '}'],
		},
		frames: [
			[swift('ContentView.body.getter'), '? declaration 2'],
			[swift('SettingsView.body.getter', 'SettingsView.swift:3'), '? 3'],
			[swift('Editor.RootView.body.getter', 'RootView.swift:4'), '4'],
			[swift('RootView.body.getter', 'RootView.swift:4'), '? 4'],
			[swift('MainView.body.getter'), 'declaration 2'],
			[swift('MainView.body.getter', 'MainView.swift:3'), '3'],
		],
	},
	{
		title: 'initializers of Swift variables',
		files: {
			'App/Cart.swift': [
				'final class Cart {', // 1
				'    static let shared = Cart()', // 2
				'    static let rows: [Row] = {', // 3
				'        load()', // 4
				'    }()', // 5
				'}', // 6
				'let total = load()', // 7
			],
			'Kit/Cart.swift': ['struct Cart {', '    var a = 1', '}'],
		},
		frames: [
			[swift('one-time initialization function for shared', 'Cart.swift:2'), '2'],
			[swift('one-time initialization function for rows', 'Cart.swift:4'), '4'],
			[swift('closure #1 in variable initialization expression of static Cart.rows', 'Cart.swift:4'), '4'],
			[swift('one-time initialization function for total', 'Cart.swift:7'), '7'],
			[swift('one-time initialization function for total', 'Cart.swift:3'), '? moved 7, gone'],
			[swift('one-time initialization function for a', 'Cart.swift:2'), '2'],
		],
	},
];

describe('exact line of a frame', () => {
	for (const { title, files, frames } of all) {
		it(`finds the exact line for ${title}`, async () => {
			const texts = Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, lines.join('\n')]));
			const found: (readonly [string, string])[] = [];
			for (const [frame] of frames) {
				found.push([frame, await getOutcome(texts, 'java.lang.Error: no', frame)]);
			}
			assert.deepEqual(found, frames);
		});
	}
});
