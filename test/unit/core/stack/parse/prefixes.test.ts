import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { readableText } from '../../../../../src/core/stack/parse/readableText';
import { readTraces } from '../../../../../src/core/stack/texts/readTraces';
import type { Trace } from '../../../../../src/core/stack/trace/model';
import { Random } from '../../../../support/random';
import { sampleTraces } from '../support/sampleTraces';
import { wholeTraces } from '../support/wholeTraces';

type Prefix = string | ((line: string, index: number) => string);

/** Log prefixes as tools write them, by the name of the tool and its format. */
const logs: Readonly<Record<string, Prefix>> = {
	'logcat brief': 'E/AndroidRuntime( 1234): ',
	'logcat brief with a user': 'E/AndroidRuntime(u0_a12: 1234): ',
	'logcat brief in a code block of Markdown': '    E/AndroidRuntime( 1234): ',
	'logcat process': (line) => `E( 1234) ${line}  (AndroidRuntime)`,
	'logcat tag': 'E/AndroidRuntime: ',
	'logcat tag with padding': 'DEBUG   : ',
	'logcat of the first versions of Android': '11-20 10:00:00.000: ERROR/AndroidRuntime(1234): ',
	'logcat thread': 'E( 1234: 1250) ',
	'logcat time': '11-20 10:00:00.000 E/AndroidRuntime( 1234): ',
	'logcat threadtime': '11-20 10:00:00.000  1234  1250 E AndroidRuntime: ',
	'logcat threadtime with a padded tag': '11-20 10:00:00.000  1234  1250 F DEBUG   : ',
	'logcat with a user ID': '11-20 10:00:00.000 10123  1234  1250 E AndroidRuntime: ',
	'logcat with a user name': '11-20 10:00:00.000 u0_a123  1234  1250 E AndroidRuntime: ',
	'logcat with the year, microseconds and the zone': '2026-11-20 10:00:00.000123 +0300  1234  1250 E AndroidRuntime: ',
	'logcat epoch': '1795161600.123  1234  1250 E AndroidRuntime: ',
	'logcat monotonic': '     1234.567  1234  1250 E AndroidRuntime: ',
	'logcat long': (line) => `[ 11-20 10:00:00.000  1234: 1250 E/AndroidRuntime ]\n${line}\n`,
	'logcat without the time': '1234  1250 E AndroidRuntime: ',
	'logcat with only level and tag': 'E AndroidRuntime: ',
	'Android Studio until 2021': '2026-11-20 10:00:00.123 12345-12345/com.example.shop E/AndroidRuntime: ',
	'Android Studio until 2021 without a package': '2026-11-20 10:00:00.123 12345-12345/? A/DEBUG: ',
	'Android Studio until 2021 without times': '12345-12350/com.example.shop E/AndroidRuntime: ',
	'Android Studio until 2021 with only the package': 'com.example.shop E/AndroidRuntime: ',
	'Android Studio': '2026-11-20 10:00:00.000  1234-1250  AndroidRuntime          com.example.shop                E  ',
	'Android Studio in continuation lines of its runtime': `${' '.repeat(100)}runtime.cc:676] `,
	'Android Studio compact': '10:00:00.123  E  ',
	'Android Studio without times': 'AndroidRuntime          com.example.shop                     E  ',
	'Android Studio without process IDs': '2026-11-20 10:00:00.000  AndroidRuntime     com.example.shop     E  ',
	"Unity's log window": '2026/11/20 12:20:26.137 27269 27297 Error Unity ',
	'Unreal Engine': '[2026.11.20-10.00.00:123][ 42]LogWindows: Error: ',
	'Unreal Engine without times': 'LogAndroid: Error: ',
	'log show': '2026-11-20 10:00:00.123456+0300 0x1a2b     Error       0x0                  123    0    Shop: ',
	'log show with a subsystem':
		'2026-11-20 10:00:00.123456+0300 0x1a2b     Error       0x0                  123    0    Shop: (libShop.dylib) [com.example.shop:cart] ',
	'log show compact': '2026-11-20 10:00:00.123 E  Shop[123:4567] [com.example.shop:cart] ',
	'log show syslog': '2026-11-20 10:00:00.123456+0300  localhost Shop[123]: (Foundation) ',
	NSLog: '2026-11-20 10:00:00.123 Shop[123:4567] ',
	'the console of Apple devices': 'Nov 20 10:00:00 iPhone Shop(libShop.dylib)[123] <Error>: ',
	'the Console app': 'error\t10:00:00.123456+0300\tShop\t',
	'RFC 3164': '<13>Nov 20 10:00:00 host shop[123]: ',
	'RFC 3164 without a process ID': 'Nov  2 10:00:00 host shop: ',
	'RFC 5424': '<165>1 2026-11-20T10:00:00.123Z host shop 123 ID47 [a@1 b="c"] ',
	'RFC 5424 without data': '<165>1 2026-11-20T10:00:00.123Z host shop - - - ',
	'journald in ISO format': '2026-11-20T10:00:00+0300 host shop[123]: ',
	'Docker Compose': 'shop-1  | ',
	'Docker Compose with times': 'shop-1  | 2026-11-20T10:00:00.123456789Z ',
	Kubernetes: '2026-11-20T10:00:00.123456789Z stdout F ',
	'Docker Compose 1': 'shop_1  | ',
	stern: 'shop-7d9f8b6c5-x2x9z shop ',
	'stern with times': 'shop-7d9f8b6c5-x2x9z shop 2026-11-20T10:00:00.123456789Z ',
	'stern with numbered pods': 'shop-db-0 postgres ',
	pidcat: '         AndroidRuntime  E  ',
	'pidcat with a long tag': 'com.example.shop.CartLoader  E  ',
	'pidcat without a tag': `${' '.repeat(23)}  E  `,
	'kubectl with names': '[pod/shop-5d8f/shop] ',
	'a CI service': '2026-11-20T10:00:00.1234567Z ',
	'a CI service with levels': '2026-11-20T10:00:00.1234567Z ##[error]',
	'a CI service with brackets': '[10:00:00] ',
	'a CI service with a stream': '2026-11-20T10:00:00.123456Z 01O ',
	'a CI service with job and step': 'build\tRun tests\t2026-11-20T10:00:00.1234567Z ',
	'flutter run': 'flutter: ',
	'flutter logs': 'I/flutter ( 1234): ',
	'flutter run with times': '[   +2 ms] ',
	pm2: '0|shop  | ',
	'logcat threadtime with a module': '11-20 10:00:00.000  1234  1250 E shop::cart: ',
	'logcat threadtime with a tag of React Native': '11-20 10:00:00.000  1234  1250 E unknown:ReactNative: ',
	'logcat brief with a tag of React Native': 'E/unknown:ReactNative( 1234): ',
	'logcat tag of React Native': 'E unknown:ReactNative: ',
	'Android Studio until 2021 with a tag of React Native':
		'2026-11-20 10:00:00.123 12345-12345/com.example.shop E/unknown:ReactNative: ',
	'AWS Lambda': '2026-11-20T10:00:00.123Z\t21706b0d-9561-4a3d-a4f6-ddfc24be6d07\tERROR\t',
	'AWS Lambda without a level': '2026-11-20T10:00:00.123Z\ta1706b0d-9561-4a3d-a4f6-ddfc24be6d07\t',
	'Android Studio with small colons': '11-20 10:00:00.000  1234-1250/com.example.shop E/AndroidRuntime﹕ ',
	"Android's runtime": 'runtime.cc:709] ',
	'React Native on iOS': '2026-11-20 10:00:00.123 [error][tid:com.facebook.react.JavaScript] ',
	'a tag alone': 'System.err: ',
	'a build tool for apps': '[10:00:00]: ▸ ',
	glog: 'E1120 10:00:00.123456   12345 shop.cc:31] ',
};

const marks: Readonly<Record<string, Prefix>> = {
	'a quote': '> ',
	'a nested quote': '> > ',
	'a quote without spaces': '>> ',
	'a task list with a quote': '- [ ] > ',
	'a bulleted list': '* ',
	'a line comment': '// ',
	'a block comment': ' * ',
	'a shell comment': '# ',
	'an SQL comment': '-- ',
	'a bar': '| ',
	'a table': (line) => `| ${line} |`,
	'a numbered table': (line, index) => `| ${index + 1} | ${line} |`,
	'an added line': '+',
	'a numbered list': (line, index) => `${index + 1}. ${line}`,
	'a numbered list with brackets': (line, index) => `${index + 1}) ${line}`,
	'line numbers and a bar': (line, index) => `${String(index + 98).padStart(4)} | ${line}`,
	'line numbers and a colon': (line, index) => `${index + 98}: ${line}`,
	'line numbers and a tab': (line, index) => `${String(index + 8).padStart(6)}\t${line}`,
	'line numbers in a column': (line, index) => `${String(index + 8).padStart(7)} ${line}`,
	'line numbers that fill their column': (line, index) => `${String(index + 98).padStart(3)} ${line}`,
	'a quote of logcat': '> 11-20 10:00:00.000  1234  1250 E AndroidRuntime: ',
	'numbered lines of logcat': (line, index) => `${index + 1}. E/AndroidRuntime( 1234): ${line}`,
	'a quote in a log': 'E/AndroidRuntime( 1234): > ',
	'a line of Capacitor': '⚡️  ',
	colors: (line) => `\u001b[38;5;196m${line.replace(/[(:]/g, '\u001b[1m$&\u001b[0m')}\u001b[0m`,
	'colors without the escape character': (line) => `[31m${line}[0m`,
	'colors in a log': (line) => `\u001b[36mshop-1  |\u001b[0m \u001b[31m${line}\u001b[0m`,
	'links of a terminal': (line) => `\u001b]8;;https://example.com/a\u001b\\${line}\u001b]8;;\u001b\\`,
};

const folder = resolve('test', 'fixtures', 'traces');
const fixtures = readdirSync(folder)
	.filter((name) => name.endsWith('.txt'))
	.map((name) => ({ name, text: readFileSync(resolve(folder, name), 'utf8').trimEnd() }));
const texts = [...fixtures, ...wholeTraces];

const common = [
	'java.lang.IllegalStateException: cart is empty\n\tat com.example.shop.Cart.total(Cart.kt:31)\n\tat com.example.shop.Main.main(Main.kt:58)\nCaused by: java.io.IOException: 12 items\nin 3 rows\n\tat com.example.shop.Item.price(Item.kt:7)\n\t... 2 more',
	'backtrace:\n      #00 pc 00000000000a0fa0  /data/app/com.example.shop/base.apk!libshop.so (BuildId: a0b32cbc)\n      #01 pc 000000000006c888  /data/app/com.example.shop/lib/arm64/libcart.so (shop::Cart::total(int)+120)',
	'0   Shop                            0x0000000102a3b5c8 Cart.total() + 112 (Cart.swift:31)\n1   Shop                            0x0000000102a3b5d8 Cart.load() + 12 (Cart.swift:58)\n2   UIKitCore                       0x0000000102a3b5e8 -[UIView layout] + 31',
	'System.InvalidOperationException: no cart\n   at Shop.Cart.Total(Int32 count) in C:\\src\\Cart.cs:line 31\n   at Shop.Program.Main()',
	'NullReferenceException: no cart\n  at Shop.Cart.Total (System.Int32 id) [0x00000] in /src/Assets/Cart.cs:31\n  at Shop.CartView.Show () [0x000e6] in /src/Assets/CartView.cs:308',
	"TypeError: Cannot read property 'price' of undefined\n    at total (https://example.com/app.js:1:132)\n    at Cart (src/Cart.tsx:31:29)",
	'Bad state: no cart\n#0      Cart.total (package:shop/cart.dart:31:7)\n#1      _CartPageState._load.<anonymous closure> (package:shop/cart_page.dart:58:12)\n<asynchronous suspension>',
];

/** Stack traces with indented lines between frames. */
const spread = [
	'Traceback (most recent call last):\n  File "/app/main.py", line 12, in run\n    cart.total()\n  File "/app/cart.py", line 31, in total\n    raise ValueError("no")\nValueError: no cart',
	'panic: no cart\n\ngoroutine 1 [running]:\nmain.(*Cart).Total(0xc000012345)\n\t/src/cart.go:40 +0x1d\nmain.main()\n\t/src/main.go:9 +0x2a',
];

function prefixed(text: string, prefix: Prefix): string {
	const lines = text
		.split('\n')
		.map((line, index) => (typeof prefix === 'string' ? prefix + line : prefix(line, index)));
	return lines.join('\n');
}

function framesOf({ sections }: Trace): readonly unknown[] {
	return sections.flatMap(({ lines }) =>
		lines.flatMap((line) =>
			line.kind === 'raw' ? [] : [[line.kind, line.type, line.method, line.file, line.line1, line.image?.name]],
		),
	);
}

function headersOf({ sections }: Trace): readonly unknown[] {
	return sections.flatMap(({ header }) =>
		header ? [[header.kind, header.type, header.message.replaceAll(/^\s+/gm, '')]] : [],
	);
}

function read(text: string) {
	const traces = readTraces(text, 'text', undefined);
	return {
		frames: traces.flatMap(({ trace }) => framesOf(trace)),
		headers: traces.flatMap(({ trace }) => headersOf(trace)),
		words: traces.flatMap(({ links }) => links.map(({ start, end }) => text.slice(start, end))),
	};
}

function plainWords(words: readonly string[]): readonly string[] {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use this character
	return words.map((word) => word.replaceAll(/\u001b\[\d*m/g, ''));
}

describe('log prefixes', () => {
	for (const [name, prefix] of [...Object.entries(logs), ...Object.entries(marks)]) {
		it(`reads the same frames and messages with and without the log prefix or mark: ${name}`, () => {
			for (const text of common) {
				const [plain, found] = [read(text), read(prefixed(text, prefix))];
				assert.deepEqual({ ...found, words: plainWords(found.words) }, plain, prefixed(text, prefix));
				const key = groupKey(parseTrace(text)).key;
				assert.equal(groupKey(parseTrace(prefixed(text, prefix))).key, key, prefixed(text, prefix));
			}
		});
	}

	for (const [name, prefix] of Object.entries(logs)) {
		it(`reads the same frames and errors of Python and Go with and without the log prefix: ${name}`, () => {
			for (const text of spread) {
				assert.deepEqual(read(prefixed(text, prefix)), read(text), prefixed(text, prefix));
			}
		});
	}

	it('reads the same frames in real-world stack traces with and without a log prefix', () => {
		const random = new Random(32);
		const all = [...Object.entries(logs), ...Object.entries(marks)];
		for (const { name, text } of texts) {
			const plain = read(text);
			// A prefix is found by lines that alone are a frame.
			if (plain.frames.length < 3 || name === 'flutter-wrapped.txt') {
				continue;
			}
			for (const [format, prefix] of random.times(4, () => random.pick(all as [(typeof all)[0], ...typeof all]))) {
				const found = read(prefixed(text, prefix));
				assert.deepEqual(found.frames, plain.frames, `${name} with ${format}`);
				assert.deepEqual(plainWords(found.words), plain.words, `${name} with ${format}`);
			}
		}
	});

	it('reads Visual Studio frames after line numbers and tabs', () => {
		const stack = [1, 2, 3].map((line) => `\tShop.dll!Shop.Cart.Total(int id) Line ${line}\tC#`).join('\n');
		const numbered = prefixed(stack, (line, index) => `${String(index + 8).padStart(6)}\t${line}`);
		assert.deepEqual(read(numbered).frames, read(stack).frames);
	});

	it('leaves stack traces without prefixes unchanged', () => {
		for (const { name, text } of [
			...texts,
			...sampleTraces(1).map((sample) => ({ ...sample, name: `${sample.kind}` })),
		]) {
			if (!/\\n|&lt;|&nbsp;|^[A-Z]\/|^\[Error\]|│|⚡|\^\[|<a href/m.test(text)) {
				assert.equal(runSynchronously(readableText(text)).text, text, name);
			}
		}
	});
});

describe('logs with lines from several sources', () => {
	const java = common[0] ?? '';

	it('separates a stack trace from interleaved log lines of other tags and processes', () => {
		const noise: Readonly<Record<string, string>> = {
			'logcat brief': 'I/ActivityManager(  900): Killing 1234:com.example (adj 0): crash',
			'logcat process': 'I(  900) Killing 1234 (adj 0): crash  (ActivityManager)',
			'logcat tag': 'I/ActivityManager: Killing 1234:com.example (adj 0): crash',
			'logcat thread': 'I(  900:  910) Killing 1234:com.example',
			'logcat time': '11-20 10:00:00.000 I/ActivityManager(  900): Killing 1234:com.example',
			'logcat threadtime': '11-20 10:00:00.000   900   910 I ActivityManager: Killing 1234:com.example',
			'logcat with a user name': '11-20 10:00:00.000 system   900   910 I ActivityManager: Killing 1234:com.example',
			'logcat long': '[ 11-20 10:00:00.000   900:  910 I/ActivityManager ]\nKilling 1234:com.example\n',
			'logcat epoch': '1795161600.123   900   910 I ActivityManager: Killing 1234:com.example',
			'Android Studio until 2021': '2026-11-20 10:00:00.123 900-910/system I/ActivityManager: Killing 1234',
			'Android Studio':
				'2026-11-20 10:00:00.000   900-910   ActivityManager         system                I  Killing 1234',
			"Unity's log window": '2026/11/20 12:20:26.137 900 910 Info ActivityManager Killing 1234',
			'log show':
				'2026-11-20 10:00:00.123456+0300 0x9f      Info        0x0                  90     0    locationd: started',
			'log show compact': '2026-11-20 10:00:00.123 I  locationd[90:9f] [com.example:location] started',
			NSLog: '2026-11-20 10:00:00.123 locationd[90:99] started',
			'RFC 3164': '<13>Nov 20 10:00:00 host cron[90]: started',
			'RFC 5424': '<165>1 2026-11-20T10:00:00.123Z host cron 90 - - started',
			'Docker Compose': 'db-1    | started',
			Kubernetes: '2026-11-20T10:00:00.123456789Z stderr F started',
			stern: 'shop-db-0 postgres started',
		};
		for (const [name, line] of Object.entries(noise)) {
			const text = prefixed(java, logs[name] ?? '').replaceAll('\n\tat', `\n${line}\n\tat`);
			const lines = name === 'logcat long' ? prefixed(java, logs[name] ?? '').split(/(?<=\n)(?=\[)/) : text.split('\n');
			const shared = lines.flatMap((one) => [one.trimEnd() === '' ? one : one.replace(/\n$/, ''), line]).join('\n');
			assert.deepEqual(read(shared), read(java), `${name}\n${shared}`);
		}
	});

	it('reads a stack trace in which only the first line has a log prefix', () => {
		for (const [name, prefix] of Object.entries(logs)) {
			if (typeof prefix === 'string') {
				assert.deepEqual(read(`${prefix}${java}\n${prefix}done`), read(java), name);
			}
		}
	});

	it('finds no stack trace in ordinary log lines', () => {
		const random = new Random(7);
		const words = [
			'cart',
			'loaded',
			'(3)',
			'items',
			'12',
			'1.',
			'at',
			'startup',
			'by',
			'user@example.com:8080',
			'in',
			'42',
			'ms,',
			'-',
			'done',
			'[ok]',
			'id=7',
		] as const;
		for (let round = 0; round < 40; round++) {
			const [, prefix] = random.pick(
				Object.entries({ ...logs, ...marks }) as [[string, Prefix], ...[string, Prefix][]],
			);
			const lines = random.times(20, () => random.times(1 + random.below(7), () => random.pick(words)).join(' '));
			const text = prefixed(lines.join('\n'), prefix);
			assert.deepEqual(read(text).frames, [], text);
		}
	});

	it('preserves numbers and list marks at the start of message lines', () => {
		const message = 'a.b.CartException: invalid cart\n1. no price\n2. no count\n> first\n> second\n12 items\n- a\n- b';
		const text = `${message}\n\tat com.example.shop.Cart.total(Cart.kt:31)\n\tat com.example.shop.Main.main(Main.kt:58)`;
		assert.equal(parseTrace(text).sections[0]?.header?.message, message.slice('a.b.CartException: '.length));
	});
});

describe('stack traces on a single line', () => {
	for (const [name, separators] of Object.entries({
		spaces: [' ', ' '],
		'syslog codes': ['#012', '#011'],
		arrows: ['↵', ' '],
		'HTML tags': ['<br>', '  '],
	})) {
		it(`restores the lines of a stack trace that were joined by ${name}`, () => {
			const [lineEnd = '', indent = ''] = separators;
			for (const text of common.slice(0, 1).concat(common.slice(3))) {
				const plain = read(text.replace('\nin 3 rows', ''));
				const line = text
					.replace('\nin 3 rows', '')
					.replaceAll(/\n[\t ]+/g, lineEnd + indent.repeat(lineEnd === indent ? 0 : 1))
					.replaceAll('\n', lineEnd);
				assert.deepEqual(read(line), plain, line);
				assert.deepEqual(
					read(`10:00:00 INFO started\n10:00:01 ERROR ${line}\n10:00:02 INFO done`).frames,
					plain.frames,
					line,
				);
				assert.equal(groupKey(parseTrace(line)).key, groupKey(parseTrace(text.replace('\nin 3 rows', ''))).key);
			}
		});
	}

	it('does not split a sentence that resembles a stack trace on a single line', () => {
		const text = 'Failed at startup at 10:00 at the office (see Cart.kt:31) at least twice at com.example and at home';
		assert.equal(runSynchronously(readableText(text)).text, text);
	});
});
