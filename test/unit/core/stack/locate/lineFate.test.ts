import * as assert from 'node:assert/strict';
import type { FrameTarget, LineFate } from '../../../../../src/core/stack/locate/frameTarget';
import { locateLast } from './support/workspace';

/** Where the last frame of a trace leads in a file. */
async function targetIn(path: string, text: readonly string[], ...trace: readonly string[]): Promise<FrameTarget> {
	const found = await locateLast({ [path]: text.join('\n') }, ...trace);
	assert.equal(found.kind, 'target', JSON.stringify(found));
	return found.target;
}

/** As a person would say it: `8`, `gone`, `unproven`, or `moved 12`. */
function said({ line1, fate }: { readonly line1: number; readonly fate: LineFate }): string {
	switch (fate.kind) {
		case 'asTold':
			return `${line1}`;
		case 'moved':
			return `moved ${line1}`;
		default:
			return fate.kind;
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

describe('The line of a frame of an older build', () => {
	it('is in the object that its class was made for', async () => {
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:23)'), 'moved 13');
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:18)'), 'unproven');
		assert.equal(await inScreen('\tat com.example.Screen.open(Screen.kt:9)'), 'moved 6');
	});

	it('may be that of another object, which shows in what it calls', async () => {
		const called = '\tat com.example.Screen.show(Screen.kt:40)';
		assert.equal(await inScreen(called, '\tat com.example.Screen$open$1.onClick(Screen.kt:9)'), '9');
		assert.equal(await inScreen(called, '\tat com.example.Screen$open$1.onClick(Screen.kt:14)'), 'unproven');
		assert.equal(await inScreen('\tat com.example.Screen$open$1.onClick(Screen.kt:9)'), 'unproven');
	});

	it('is in the function of a coroutine', async () => {
		assert.equal(await inScreen('\tat com.example.Screen$open$2.invokeSuspend(Screen.kt:18)'), '18');
		assert.equal(await inScreen('\tat com.example.Screen$open$2.invokeSuspend(Screen.kt:23)'), 'moved 6');
		assert.equal(await inScreen('\tat com.example.Screen$shut$1.invokeSuspend(Screen.kt:18)'), 'gone');
	});

	it('is where parameters are declared that have defaults', async () => {
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:6)'), '6');
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:18)'), 'moved 6');
		assert.equal(await inScreen('\tat com.example.Screen.open$default(Screen.kt:23)'), 'moved 6');
	});

	it('tells a function that is called init from what initializes', async () => {
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:23)'), '23');
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:27)'), 'moved 22');
		assert.equal(await inScreen('\tat com.example.Screen.init(Screen.kt:4)'), 'moved 22');
		for (const line of [4, 27]) {
			assert.equal(await inScreen(`\tat com.example.Screen.<init>(Screen.kt:${line})`), `${line}`);
		}
		assert.match(await inScreen('\tat com.example.Screen.<init>(Screen.kt:25)'), /^moved/);
		assert.match(await inScreen('\tat com.example.Screen._init_$lambda$0(Screen.kt:23)'), /^moved/);
	});

	it('is not that of another class’s function of the name', async () => {
		assert.equal(await inScreen('\tat com.example.Other.close(Screen.kt:33)'), '33');
		assert.equal(await inScreen('\tat com.example.Screen.close(Screen.kt:33)'), 'gone');
		assert.equal(await inScreen('\tat com.example.Screen.rename(Screen.kt:23)'), 'gone');
	});

	it('is in the class of Java that has the number', async () => {
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

	it('is in the overload that has the parameters', async () => {
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

	it('is shown by what it calls where a frame has no name', async () => {
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

	it('keeps its column where nothing shows that it moved', async () => {
		const text = ['function load() {', '  run();', '}'];
		const { column1, fate } = await targetIn(
			'src/api/ids/a.ts',
			text,
			'Error: no',
			'    at save (/ci/src/api/ids/a.ts:2:3)',
		);
		assert.deepEqual([column1, fate], [3, { kind: 'gone', told: 2, name: 'save' }]);
	});
});
