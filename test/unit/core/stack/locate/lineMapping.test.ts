import * as assert from 'node:assert/strict';
import type { FrameTarget, LineMapping } from '../../../../../src/core/stack/locate/frameTarget';
import { locateLast } from './support/workspace';

async function targetIn(path: string, text: readonly string[], ...trace: readonly string[]): Promise<FrameTarget> {
	const found = await locateLast({ [path]: text.join('\n') }, ...trace);
	assert.equal(found.kind, 'target', JSON.stringify(found));
	return found.target;
}

/** Formats the location as `8`, `gone`, `unproven` or `moved 12`. */
function said({ line1, lineMapping }: { readonly line1: number; readonly lineMapping: LineMapping }): string {
	switch (lineMapping.kind) {
		case 'asReported':
			return `${line1}`;
		case 'moved':
			return `moved ${line1}`;
		default:
			return lineMapping.kind;
	}
}

const screen = [
	'package com.example', // 1
	'', // 2
	'class Screen {', // 3
	'    private val size = measure()', // 4
	'', // 5
	'    fun open(times: Int = 1) {', // 6
	'        first.listen(object : Listener {', // 7
	'            override fun onClick(view: View) {', // 8
	'                show(view)', // 9
	'            }', // 10
	'        })', // 11
	'        second.listen(object : Listener {', // 12
	'            override fun onClick(view: View) {', // 13
	'                hide(view)', // 14
	'            }', // 15
	'        })', // 16
	'        scope.launch {', // 17
	'            load()', // 18
	'        }', // 19
	'    }', // 20
	'', // 21
	'    fun init() {', // 22
	'        load()', // 23
	'    }', // 24
	'', // 25
	'    init {', // 26
	'        check(size > 0)', // 27
	'    }', // 28
	'}', // 29
	'', // 30
	'class Other {', // 31
	'    fun close() {', // 32
	'        stop()', // 33
	'    }', // 34
	'}', // 35
];

async function inScreen(...trace: readonly string[]): Promise<string> {
	return said(await targetIn('src/Screen.kt', screen, 'java.lang.Error: no', ...trace));
}

describe('line mapping for a frame from an older build', () => {
	it('maps a frame in an anonymous class to the object expression from which it was compiled', async () => {
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:23)'), 'moved 13');
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:18)'), 'unproven');
		assert.equal(await inScreen('\tat com.example.Screen.open(Screen.kt:9)'), 'moved 6');
	});

	it('reports a line as unproven if several similar object expressions could contain the line', async () => {
		const called = '\tat com.example.Screen.show(Screen.kt:40)';
		assert.equal(await inScreen(called, '\tat com.example.Screen$open$1.onClick(Screen.kt:9)'), '9');
		assert.equal(await inScreen(called, '\tat com.example.Screen$open$1.onClick(Screen.kt:14)'), 'unproven');
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:9)'), 'unproven');
	});

	it('maps a coroutine frame to the function that contains the coroutine', async () => {
		assert.equal(await inScreen('\tat com.example.Screen$open$2.invokeSuspend(Screen.kt:18)'), '18');
		assert.equal(await inScreen('\tat com.example.Screen$open$2.invokeSuspend(Screen.kt:23)'), 'moved 6');
		assert.equal(await inScreen('\tat com.example.Screen$shut$1.invokeSuspend(Screen.kt:18)'), 'gone');
	});

	it('maps a frame for default arguments to the parameter declarations of its function', async () => {
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:6)'), '6');
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:18)'), 'moved 6');
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:23)'), 'moved 6');
	});

	it('distinguishes a function named init from initializer code', async () => {
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:23)'), '23');
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:27)'), 'moved 22');
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:4)'), 'moved 22');
		for (const line of [4, 27]) {
			assert.equal(await inScreen(`\tat com.example.Screen.<init>(Screen.kt:${line})`), `${line}`);
		}
		assert.match(await inScreen('\tat com.example.Screen.<init>(Screen.kt:25)'), /^moved/);
		assert.match(await inScreen('\tat com.example.Screen._init_$lambda$0(Screen.kt:23)'), /^moved/);
	});

	it("does not map a frame to another class's function with the same name", async () => {
		assert.equal(await inScreen('\tat com.example.Other.close(Screen.kt:33)'), '33');
		assert.equal(await inScreen('\tat com.example.Screen.close(Screen.kt:33)'), 'gone');
		assert.equal(await inScreen('\tat com.example.Screen.rename(Screen.kt:23)'), 'gone');
	});

	it('maps a frame in a numbered anonymous Java class to the class with this number', async () => {
		const text = [
			'package com.example;', // 1
			'class Till {', // 2
			'    static {', // 3
			'        prepare();', // 4
			'    }', // 5
			'    private final Runnable first = new Runnable() {', // 6
			'        @Override public void run() {', // 7
			'            count();', // 8
			'        }', // 9
			'    };', // 10
			'    {', // 11
			'        register(new Task<>(1) {', // 12
			'            public void run() {', // 13
			'                pay();', // 14
			'            }', // 15
			'        });', // 16
			'    }', // 17
			'    void run() {', // 18
			'        open();', // 19
			'    }', // 20
			'}', // 21
		];
		const ask = async (frame: string) =>
			said(await targetIn('src/Till.java', text, 'java.lang.Error: no', `\tat com.example.${frame}`));
		assert.equal(await ask('Till$1.run(Till.java:8)'), '8');
		assert.equal(await ask('Till$2.run(Till.java:14)'), '14');
		assert.equal(await ask('Till$2.run(Till.java:8)'), 'moved 13');
		assert.equal(await ask('Till$1.run(Till.java:19)'), 'moved 7');
		assert.equal(await ask('Till.run(Till.java:19)'), '19');
		assert.equal(await ask('Till.run(Till.java:8)'), 'moved 18');
		assert.equal(await ask('Till.<clinit>(Till.java:4)'), '4');
		assert.equal(await ask('Till.<init>(Till.java:12)'), '12');
		assert.match(await ask('Till.<init>(Till.java:4)'), /^moved/);
	});

	it('maps a C# frame to the overload with matching parameters', async () => {
		const text = [
			'namespace Acme;', // 1
			'class Cart {', // 2
			'    static Cart() {', // 3
			'        Prepare();', // 4
			'    }', // 5
			'    void Add(Item one) {', // 6
			'        Check(one);', // 7
			'    }', // 8
			'    void Add(Item one, int count) {', // 9
			'        void Log() {', // 10
			'            Write(one);', // 11
			'        }', // 12
			'        Log();', // 13
			'    }', // 14
			'}', // 15
		];
		const ask = async (method: string, line: number, ...above: readonly string[]) =>
			said(
				await targetIn(
					'Cart.cs',
					text,
					'System.Exception: no',
					...above,
					`   at Acme.Cart.${method} in C:\\ci\\Cart.cs:line ${line}`,
				),
			);
		assert.equal(await ask('Add(Item one)', 7), '7');
		assert.equal(await ask('Add(Item one, Int32 count)', 13), '13');
		assert.equal(await ask('Add(Item one, Int32 count)', 7), 'moved 9');
		assert.equal(await ask('Add(Item one, Int32 count)', 11), 'moved 9');
		assert.equal(await ask('<Add>g__Log|1_0()', 11), '11');
		assert.equal(await ask('.ctor()', 4), 'moved 2');
		assert.equal(await ask('.cctor()', 4), '4');
	});

	it('verifies the line of an unnamed frame by checking that the line calls the function of the next frame', async () => {
		const text = ['export function load(ids) {', '  ids.forEach((id) => {', '    fetchOne(id);', '  });', '}'];
		const ask = async (line: number, column: number, ...above: readonly string[]) =>
			said(
				await targetIn(
					'src/api/ids/load.ts',
					text,
					'Error: no',
					...above,
					`    at /ci/src/api/ids/load.ts:${line}:${column}`,
				),
			);
		const called = '    at fetchOne (/ci/src/one.ts:3:5)';
		assert.equal(await ask(3, 5, called), '3');
		assert.equal(await ask(2, 7, called), 'unproven');
		assert.equal(await ask(3, 5), 'unproven');
		assert.equal(await ask(3, 5, 'TypeError: fetchOne is not a function'), '3');
	});

	it('keeps the column of a frame if nothing indicates that the code has moved', async () => {
		const text = ['function load() {', '  run();', '}'];
		const { column1, lineMapping } = await targetIn(
			'src/api/ids/a.ts',
			text,
			'Error: no',
			'    at save (/ci/src/api/ids/a.ts:2:3)',
		);
		assert.deepEqual([column1, lineMapping], [3, { kind: 'gone', reported: 2, name: 'save' }]);
	});
});
