import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { traceNeeds } from '../../../../../src/core/stack/mapping/traceNeeds';
import { findTraces } from '../../../../../src/core/stack/parse/findTraces';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../../src/core/stack/texts/readTraces';
import type { Frame, RawLine, Trace } from '../../../../../src/core/stack/trace/model';

interface SwiftFrame {
	readonly symbol: string;
	readonly name: string;
	readonly file: string;
	readonly line: number;
}

const app = (symbol: string, name: string, file: string, line: number): SwiftFrame => ({
	symbol,
	name,
	file: `/src/Sources/Shop/${file}`,
	line,
});

const frames: readonly SwiftFrame[] = [
	app('Cart.total()', 'Cart.total', 'Cart.swift', 31),
	app('closure #1 in Cart.load(id:)', 'Cart.load', 'Cart.swift', 58),
	app('static Main.main()', 'Main.main', 'Main.swift', 5),
	app('Price.init(cents:)', 'Price.init', 'Price.swift', 8),
	app('Cart.count.getter', 'Cart.count', 'Cart.swift', 90),
	app('specialized Store.find(_:)', 'Store.find', 'Store in memory/Store.swift', 12),
	app('protocol witness for Codable.encode(to:) in conformance Cart', 'Codable.encode', 'Cart.swift', 3),
	app('$s4Shop4CartC5totalSdyF', 'Cart.total', 'Cart.swift', 31),
	app('(1) await resume partial function for Session.refresh()', 'Session.refresh', 'Session.swift', 70),
	app('implicit closure #2 in Cart.isEmpty.getter', 'Cart.isEmpty', 'Cart.swift', 44),
];

const address = (index: number) => `0x${(0x583b711c0000 + 64 * index).toString(16).padStart(16, '0')}`;

const forms: readonly (readonly [name: string, header: string, frame: (frame: SwiftFrame, index: number) => string])[] =
	[
		[
			'full',
			'Thread 0 crashed:\n\n',
			({ symbol, file, line }, index) =>
				`${index}${index > 0 ? ' [ra]' : '     '}  ${address(index)} ${symbol} + ${index} in shop at ${file}:${line}:7`,
		],
		[
			'full without columns',
			'Thread 0 "shop" crashed:\n\n',
			({ symbol, file, line }, index) =>
				`${index} [async] [system] ${address(index)} ${symbol} in shop at ${file}:${line}`,
		],
		[
			'friendly',
			'Thread 3 crashed:\n\n',
			({ symbol, file, line }, index) =>
				`${index} ${symbol} in shop at ${file}:${line}:7\n\n    ${line}│   call(${index})\n      │       ▲\n    ${line + 1}│ }\n`,
		],
		[
			'friendly in ASCII',
			'Thread 3 crashed:\n\n',
			({ symbol, file, line }, index) =>
				`${index} [inlined] ${symbol} in shop at ${file}:${line}:7\n\n *  ${line}|   call(${index})\n      |       ^\n    ${line + 1}| }\n`,
		],
		[
			'backtrace package',
			'Fatal error: no price\n0x7f3d3e89b3bf\n',
			({ symbol, file, line }, index) => `${address(index)}, ${symbol} at ${file}:${line}`,
		],
		[
			'Xcode',
			'Thread 1 Queue : com.apple.main-thread (serial)\n',
			({ symbol, file, line }, index) => `#${index}\t${address(index)} in ${symbol} at ${file}:${line}`,
		],
		[
			'Xcode, pasted with spaces',
			'',
			({ symbol, file, line }, index) => `#${index} ${address(index)} in ${symbol} at ${file}:${line}`,
		],
	];

function isFrame(line: Frame | RawLine): line is Frame {
	return line.kind !== 'raw';
}

function named({ sections }: Trace): string[] {
	return sections.flatMap(({ lines }) =>
		lines
			.filter(isFrame)
			.map(({ enclosing, file, line1 }) => `${enclosing?.type}.${enclosing?.method} ${file}:${line1}`),
	);
}

describe('Swift backtraces', () => {
	for (const [form, header, write] of forms) {
		it(`reads the frames, links and group of a Swift backtrace, even in JSON and CSV: ${form}`, () => {
			const text = header + frames.map(write).join('\n');
			const expected = frames.map(({ name, file, line }) => `${name} ${file}:${line}`);
			const trace = parseTrace(text);
			assert.deepEqual(named(trace), expected);
			assert.equal(trace.platform, 'apple');
			const [found, ...others] = readTraces(`started\n\n${text}\n`, 'text', undefined);
			assert.ok(found && others.length === 0);
			const links = found.links.map(({ start, end }) => `started\n\n${text}\n`.slice(start, end));
			assert.deepEqual(
				links.map((link) => link.replace(/:7$/, '')),
				frames.map(({ file, line }) => `${file}:${line}`),
			);
			assert.deepEqual(groupKey(trace).frames.slice(0, 3), ['Cart.total', 'Cart.load', 'Main.main']);
			assert.deepEqual(runSynchronously(traceNeeds(trace)).symbols, []);
			const [inJson] = findTraces(JSON.stringify({ error: text }));
			assert.deepEqual(inJson && named(inJson.trace), expected);
			const [inCell] = readTraces(`error\n"${text.replaceAll('"', '""')}"`, 'csv', 'ios');
			assert.deepEqual(inCell && named(inCell.trace), expected);
		});
	}

	it('assigns an error to the same group in all Swift backtrace formats', () => {
		const keys = forms
			.filter(([, header]) => header.startsWith('Thread') && header.includes('crashed'))
			.map(([, header, write]) => {
				const error = '*** Program crashed: Bad pointer dereference at 0x0000000000000004 ***\n\n';
				return groupKey(parseTrace(error + header + frames.map(write).join('\n'))).key;
			});
		assert.deepEqual(new Set(keys).size, 1);
	});

	it('flags compiler-generated code in Swift backtraces', () => {
		for (const [text, method] of [
			[
				'3 [ra] [thunk] 0x000055ec8ea8130c thunk for () -> () + 11 in shop at //<compiler-generated>',
				'thunk for () -> ()',
			],
			['6 [ra] [system] 0x000055ec8ea8130c static Main.$main() + 12 in shop at /src/Main.swift', '$main()'],
			['0x5623cca3b876, Shop.Cart.total() -> () at /host/<compiler-generated>:0', 'total()'],
		] as const) {
			const [frame] = parseTrace(`Thread 0 crashed:\n${text}`).sections.flatMap(({ lines }) => lines.filter(isFrame));
			assert.deepEqual([frame?.method, frame?.flags.includes('synthetic')], [method, true], text);
		}
	});

	it('reads Swift backtraces with unsymbolicated and omitted frames', () => {
		const text = 'Thread 0 crashed:\n\n0      0x0000000104ea8a1c\n1 [ra] 0x000000019d1b9d54\n2      ...\n';
		const kinds = parseTrace(text).sections.flatMap(({ lines }) => lines.filter(isFrame).map(({ kind }) => kind));
		assert.deepEqual(kinds, ['native', 'native', 'elided']);
	});

	it('requires symbols for the unsymbolicated app image in a Swift backtrace', () => {
		const text =
			'Thread 0 crashed:\n0 0x0000000104ea8a1c level() + 4 in Shop\n1 [ra] 0x000000019d1b9d54 <unknown> in libc.so.6\n';
		assert.deepEqual(
			runSynchronously(traceNeeds(parseTrace(text))).symbols.map(({ file }) => file),
			[{ kind: 'dSym', image: 'Shop', uuid: undefined }],
		);
	});

	it('does not parse sentences or the output of other debuggers as Swift frames', () => {
		for (const text of [
			'3 items in cart at 12:30',
			'2 tests in suite at main:3',
			'5 0x1f',
			'12 files changed in shop at commit 12',
			'#0 0x00005555 in acme::f (n=1) at /src/cart.cpp:40',
			'    #3 0x55d0c1000000 in acme::Cart::total() /src/cart.cpp:40:9',
		]) {
			const { sections } = parseTrace(text);
			assert.ok(
				sections.every(({ platform }) => platform !== 'apple'),
				text,
			);
		}
	});
});
