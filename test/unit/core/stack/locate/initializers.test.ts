import * as assert from 'node:assert/strict';
import { getOutcome } from './support/outcomes';

const screen = [
	'package com.example', // 1
	'', // 2
	'class Screen(private val a: Int) {', // 3
	'    var isOpen: Boolean', // 4
	'        get() = a > 0', // 5
	'        set(value) { show(value) }', // 6
	'    private val size = measure(', // 7
	'        a,', // 8
	'    )', // 9
	'    lateinit var late: Cart', // 10
	'    val total: Int get() = sum()', // 11
	'    companion object {', // 12
	'        val shared = make()', // 13
	'        init {', // 14
	'            prepare()', // 15
	'        }', // 16
	'    }', // 17
	'    init {', // 18
	'        check(a > 0)', // 19
	'    }', // 20
	'}', // 21
	'class Other : Base {', // 22
	'    constructor(a: Int) : super(a) {', // 23
	'        check(a)', // 24
	'    }', // 25
	'}', // 26
	'object Till {', // 27
	'    val rows = load()', // 28
	'}', // 29
	'enum class Mode(val key: String) {', // 30
	'    LIGHT(make("light")),', // 31
	'    DARK(make("dark"));', // 32
	'    val label = key', // 33
	'}', // 34
];

const store = [
	'namespace Acme;', // 1
	'class Store {', // 2
	'    public static int Count = Load();', // 3
	'    public int Size { get; set; } = Load();', // 4
	'    public int Total { get { return Size; } }', // 5
	'    private int rows;', // 6
	'    const int Most = 3;', // 7
	'    public Store() {', // 8
	'        Check();', // 9
	'    }', // 10
	'}', // 11
	'class Shelf(int rows) : Base(rows);', // 12
];

const cart = [
	'final class Cart {', // 1
	'    static let shared = Cart()', // 2
	'    let rows = load()', // 3
	'    var isOpen: Bool {', // 4
	'        rows.isEmpty', // 5
	'    }', // 6
	'    lazy var label = make()', // 7
	'    var count: Int', // 8
	'    init(count: Int) {', // 9
	'        self.count = check(count)', // 10
	'    }', // 11
	'}', // 12
];

const mat = [
	'class Mat {', // 1
	'  final int size = load();', // 2
	'  late final int label = load();', // 3
	'  static final int shared = load();', // 4
	'  int count;', // 5
	'  Mat(this.count) {', // 6
	'    check(count);', // 7
	'  }', // 8
	'}', // 9
];

const till = [
	'package com.example;', // 1
	'class Till {', // 2
	'    static final int COUNT = load();', // 3
	'    int size = load();', // 4
	'    int rows;', // 5
	'    int total() { return rows; }', // 6
	'    Till() {', // 7
	'        check();', // 8
	'    }', // 9
	'}', // 10
	'enum Mode {', // 11
	'    LIGHT(make()),', // 12
	'    DARK(make());', // 13
	'    final int size = 3;', // 14
	'}', // 15
];

const view = [
	'class View {', // 1
	'  rows = load();', // 2
	'  static count = load();', // 3
	'  size?: number;', // 4
	'  get total() { return this.rows; }', // 5
	'  constructor() {', // 6
	'    check();', // 7
	'  }', // 8
	'}', // 9
];

interface Initialized {
	readonly path: string;
	readonly text: readonly string[];
	/** Frame without a line number, which replaces `%`. */
	readonly frame: string;
	/** Lines of code that the constructor or static initializer runs. */
	readonly lines: readonly number[];
	/** Start of the outcome for the other lines. */
	readonly otherwise: string;
}

const all: readonly Initialized[] = [
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Screen.<init>(Screen.kt:%)',
		lines: [3, 7, 8, 9, 18, 19, 20],
		otherwise: 'moved 18',
	},
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Screen.<clinit>(Screen.kt:%)',
		lines: [12, 13, 14, 15, 16],
		otherwise: 'moved',
	},
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Other.<init>(Screen.kt:%)',
		lines: [23, 24, 25],
		otherwise: 'moved 23',
	},
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Till.<clinit>(Screen.kt:%)',
		lines: [27, 28],
		otherwise: 'moved 28',
	},
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Mode.<clinit>(Screen.kt:%)',
		lines: [31, 32],
		otherwise: 'moved 31',
	},
	{
		path: 'src/Screen.kt',
		text: screen,
		frame: '\tat com.example.Mode.<init>(Screen.kt:%)',
		lines: [30, 33],
		otherwise: 'moved 30',
	},
	{
		path: 'src/Store.cs',
		text: store,
		frame: '   at Acme.Store..ctor() in C:\\ci\\src\\Store.cs:line %',
		lines: [4, 8, 9, 10],
		otherwise: 'moved 8',
	},
	{
		path: 'src/Store.cs',
		text: store,
		frame: '   at Acme.Shelf..ctor(Int32 rows) in C:\\ci\\src\\Store.cs:line %',
		lines: [12],
		otherwise: 'moved 12',
	},
	{
		path: 'src/Store.cs',
		text: store,
		frame: '   at Acme.Store..cctor() in C:\\ci\\src\\Store.cs:line %',
		lines: [3],
		otherwise: 'moved',
	},
	{
		path: 'Shop/Cart.swift',
		text: cart,
		frame: '0   Shop   0x0000000102a3b1f0 Cart.init(count:) + 84 (Cart.swift:%)',
		lines: [3, 9, 10, 11],
		otherwise: 'moved 9',
	},
	{
		path: 'lib/mat.dart',
		text: mat,
		frame: '#0      new Mat (package:shop/mat.dart:%:5)',
		lines: [2, 6, 7, 8],
		otherwise: 'moved 6',
	},
	{
		path: 'src/Till.java',
		text: till,
		frame: '\tat com.example.Till.<init>(Till.java:%)',
		lines: [4, 7, 8, 9],
		otherwise: 'moved 7',
	},
	{
		path: 'src/Till.java',
		text: till,
		frame: '\tat com.example.Mode.<clinit>(Till.java:%)',
		lines: [12, 13],
		otherwise: 'moved',
	},
	{
		path: 'src/view.ts',
		text: view,
		frame: '    at new View (/ci/src/view.ts:%:5)',
		lines: [2, 6, 7, 8],
		otherwise: 'moved 6',
	},
	{
		path: 'src/view.ts',
		text: view,
		frame: '    at View.<static_initializer> (/ci/src/view.ts:%:5)',
		lines: [3],
		otherwise: 'moved 3',
	},
];

describe('line of a constructor or static initializer', () => {
	for (const { path, text, frame, lines, otherwise } of all) {
		it(`locates the code of a constructor or initializer at an initialized field, a block or the header: ${frame.trim()}`, async () => {
			for (const line1 of text.keys()) {
				const outcome = await getOutcome({ [path]: text.join('\n') }, frame.replace('%', `${line1 + 1}`));
				if (lines.includes(line1 + 1)) {
					assert.equal(outcome.replace('? ', ''), `${line1 + 1}`);
				} else {
					assert.ok(outcome.replace('? ', '').startsWith(otherwise), `${line1 + 1}: ${outcome}`);
				}
			}
		});
	}
});
